import { LIMITS } from '@drover/contract/limits';
import type { Device, DeviceGroup, DeviceRule } from '@drover/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChooseDevices } from '../../features/devices/choose-devices';
import { useDeviceChoice } from '../../features/devices/use-device-choice';
import { drover } from '../../lib/drover';
import { deviceGroupQueries } from '../../queries/device-groups';
import { CountedInput, isWithin } from '../../ui/counted-input';
import { FormDialog } from '../../ui/form-dialog';

interface Props {
  /** The group that is edited; without one a group is made. */
  group?: DeviceGroup;
  devices: Device[];
  onClose: () => void;
}

/** A name, and the devices that belong to it. */
export function GroupDialog({ group, devices, onClose }: Props) {
  const { t } = useTranslation();
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
      title={group ? t('deviceGroups.edit') : t('deviceGroups.create')}
      action={group ? t('save') : t('deviceGroups.createDo')}
      size="lg"
      isValid={name.trim() !== '' && isWithin(name, LIMITS.deviceGroupNameChars)}
      save={save}
      onClose={onClose}
    >
      <CountedInput
        label={t('deviceGroups.name')}
        placeholder={t('deviceGroups.namePlaceholder')}
        limit={LIMITS.deviceGroupNameChars}
        value={name}
        onChange={setName}
        data-autofocus
      />
      <section>
        <ChooseDevices title={t('deviceGroups.which')} devices={devices} choice={choice} isForGroup />
      </section>
    </FormDialog>
  );
}
