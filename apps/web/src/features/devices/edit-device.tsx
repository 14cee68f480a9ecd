import { LIMITS } from '@drover/contract/limits';
import type { Device } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { upsertDevicesInCache } from '../../queries/devices';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';

/** A dialog that edits the name and the tag of a device. */
export function EditDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation(['devices', 'common']);
  const client = useQueryClient();
  const [name, setName] = useState(device.name);
  const [tag, setTag] = useState(device.tags[0] ?? '');
  const isValid =
    name.trim() !== '' &&
    isWithinLimit(name, LIMITS.deviceNameChars) &&
    isWithinLimit(tag, LIMITS.deviceTagChars);
  const update = useMutation({
    mutationFn: async () => {
      const changes = { name: name.trim(), tags: tag.trim() ? [tag.trim()] : [] };
      await drover.devices.update(device._id, changes);
      return { ...device, ...changes };
    },
    onSuccess: (changed) => {
      upsertDevicesInCache(client, [changed]);
      notifications.show({ message: t('common:saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('editTitle')}
      action={t('common:save')}
      size="sm"
      isValid={isValid}
      mutation={update}
      onClose={onClose}
    >
      <CountedInput
        label={t('name')}
        limit={LIMITS.deviceNameChars}
        value={name}
        onChange={setName}
        data-autofocus
      />
      <CountedInput
        label={t('tag')}
        description={t('tagHelp')}
        limit={LIMITS.deviceTagChars}
        value={tag}
        onChange={setTag}
      />
    </FormDialog>
  );
}
