import type { Device, Script } from '@drover/sdk';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DevicePicker } from '../../features/devices/device-picker';
import { drover } from '../../lib/drover';
import { deviceQueries } from '../../queries/devices';
import { scriptQueries } from '../../queries/scripts';
import { ErrorAlert, ErrorText } from '../../ui/feedback/error-alert';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';

interface Props {
  script: Script;
  onClose: () => void;
}

/** Asks on which devices to stop a script. Lists those where it is running or queued. */
export function StopScript({ script, onClose }: Props) {
  const { t } = useTranslation('scripts');
  const devices = useQuery(deviceQueries.list());
  const ids = useQuery(scriptQueries.deviceIds(script._id));
  const failed = [devices, ids].find(({ isError }) => isError);
  const isReady = devices.data && ids.data && !ids.isFetching;
  const affected = devices.data?.items.filter(({ _id }) => ids.data?.includes(_id)) ?? [];
  return (
    <Modal opened onClose={onClose} title={t('stopTitle', { name: script.name })}>
      {failed && <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !isReady && <SkeletonRows rows={3} />}
      {isReady && affected.length === 0 && <Text size="sm">{t('stopNone')}</Text>}
      {isReady && affected.length > 0 && <StopForm {...{ script, onClose }} devices={affected} />}
    </Modal>
  );
}

function StopForm({ script, devices, onClose }: Props & { devices: Device[] }) {
  const { t } = useTranslation(['scripts', 'common']);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(devices.map(({ _id }) => _id)));
  const targets = devices.filter(({ _id }) => chosen.has(_id));
  const stop = useMutation({
    mutationFn: () =>
      drover.scripts.stop(script._id, { devices: targets.map(({ _id, name }) => ({ _id, name })) }),
    onSuccess: () => {
      notifications.show({ message: t('stopDone', { name: script.name }) });
      onClose();
    },
  });
  return (
    <Stack gap="md">
      <DevicePicker devices={devices} chosen={chosen} onChange={setChosen} />
      <ErrorText error={stop.error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button
          color="red"
          onClick={() => stop.mutate()}
          loading={stop.isPending}
          disabled={targets.length === 0}
        >
          {t('stopDo', { count: targets.length })}
        </Button>
      </Group>
    </Stack>
  );
}
