import { LIMITS } from '@drover/contract/limits';
import type { Device, DeviceGroup, DeviceRule } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceChooser } from '../../features/devices/device-chooser';
import { useDeviceChoice } from '../../features/devices/use-device-choice';
import { drover } from '../../lib/drover';
import { deviceGroupQueries } from '../../queries/device-groups';
import { CountedInput, isWithinLimit } from '../../ui/forms/counted-input';
import { FormDialog } from '../../ui/forms/form-dialog';

interface Props {
  /** The group to edit. Without it, the dialog creates one. */
  group?: DeviceGroup;
  devices: Device[];
  onClose: () => void;
}

/** A dialog for the name and the devices of a group. */
export function GroupDialog({ group, devices, onClose }: Props) {
  const { t } = useTranslation(['device-groups', 'common']);
  const client = useQueryClient();
  const [name, setName] = useState(group?.name ?? '');
  const choice = useDeviceChoice(devices, {
    deviceIds: group?.devices ?? [],
    selector: group?.rule ?? undefined,
  });
  const save = useMutation({
    mutationFn: async () => {
      const members =
        choice.mode === 'rule'
          ? { rule: choice.selector as DeviceRule }
          : { devices: choice.targets.map(({ _id }) => _id) };
      const fields = { name: name.trim(), ...members };
      if (group) await drover.deviceGroups.update(group._id, fields);
      else await drover.deviceGroups.create(fields);
    },
    onSuccess: () => {
      onClose();
      void client.invalidateQueries(deviceGroupQueries.list());
    },
  });
  return (
    <FormDialog
      title={group ? t('edit') : t('create')}
      action={group ? t('common:save') : t('createDo')}
      size="lg"
      isValid={name.trim() !== '' && isWithinLimit(name, LIMITS.deviceGroupNameChars) && !choice.isEmptyRule}
      mutation={save}
      onClose={onClose}
    >
      <CountedInput
        label={t('name')}
        placeholder={t('namePlaceholder')}
        limit={LIMITS.deviceGroupNameChars}
        value={name}
        onChange={setName}
        data-autofocus
      />
      <section>
        <DeviceChooser title={t('devices')} devices={devices} choice={choice} isForGroup />
      </section>
    </FormDialog>
  );
}
