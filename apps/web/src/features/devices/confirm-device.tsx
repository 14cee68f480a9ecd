import type { Device } from '@drover/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { drover } from '../../lib/drover';
import { dropDevice } from '../../queries/devices';
import { Confirm } from '../../ui/confirm';

interface Props {
  device: Device;
  onClose: () => void;
}

export function StopDevice({ device, onClose }: Props) {
  const { t } = useTranslation();
  const stop = useMutation({
    mutationFn: () => drover.devices.stop(device._id),
    onSuccess: () => {
      notifications.show({ message: t('devices.stopAllDone', { name: device.name }) });
      onClose();
    },
  });
  return (
    <Confirm
      isOpen
      title={t('devices.stopAll')}
      text={t('devices.stopAllText', { name: device.name })}
      action={t('devices.stopAll')}
      isPending={stop.isPending}
      error={stop.error}
      onConfirm={() => stop.mutate()}
      onClose={onClose}
    />
  );
}

export function RemoveDevice({ device, onClose, onRemoved }: Props & { onRemoved?: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => drover.devices.remove(device._id),
    onSuccess: () => {
      dropDevice(client, device._id);
      notifications.show({ message: t('devices.removed', { name: device.name }) });
      onClose();
      onRemoved?.();
    },
  });
  return (
    <Confirm
      isOpen
      title={`${t('devices.remove')}: ${device.name}`}
      text={t('devices.removeText')}
      action={t('delete')}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
