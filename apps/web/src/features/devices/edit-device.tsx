import { LIMITS } from '@drover/contract/limits';
import type { Device } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { keepDevices } from '../../queries/devices';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { FormDialog } from '../../ui/form-dialog';

/** Name and tag of a device, counted as they are typed. */
export function EditDevice({ device, onClose }: { device: Device; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState(device.name);
  const [tag, setTag] = useState(device.tags[0] ?? '');
  const isValid =
    name.trim() !== '' && isWithin(name, LIMITS.deviceNameChars) && isWithin(tag, LIMITS.deviceTagChars);
  const update = useMutation({
    mutationFn: async () => {
      const changes = { name: name.trim(), tags: tag.trim() ? [tag.trim()] : [] };
      await drover.devices.update(device._id, changes);
      return { ...device, ...changes };
    },
    onSuccess: (changed) => {
      keepDevices(client, [changed]);
      notifications.show({ message: t('saved') });
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('devices.editTitle')}
      action={t('save')}
      size="sm"
      isValid={isValid}
      save={update}
      onClose={onClose}
    >
      <CountedInput
        label={t('devices.name')}
        limit={LIMITS.deviceNameChars}
        value={name}
        onChange={setName}
        data-autofocus
      />
      <CountedInput
        label={t('devices.tag')}
        description={t('devices.tagHelp')}
        limit={LIMITS.deviceTagChars}
        value={tag}
        onChange={setTag}
      />
    </FormDialog>
  );
}
