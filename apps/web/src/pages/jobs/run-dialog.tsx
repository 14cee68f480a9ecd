import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceQueries } from '../../queries/devices';
import { type Runnable, runnableQuery } from '../../queries/runnables';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { type RunDefaults, RunForm } from './run-form';

interface Props {
  runnable: Runnable;
  /** Initial values, from an earlier job or a preset. */
  defaults?: RunDefaults & { vars?: Record<string, unknown> };
  onClose: () => void;
}

/** A dialog that runs a script on devices. */
export function RunDialog({ runnable, defaults, onClose }: Props) {
  const { t } = useTranslation('run-dialog');
  // Escape then closes the confirmation, not this dialog.
  const [isAsking, setAsking] = useState(false);
  const devices = useQuery(deviceQueries.list());
  const script = useQuery(runnableQuery(runnable));
  const failed = [devices, script].find(({ isError }) => isError);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { name: runnable.name })}
      size="lg"
      closeOnEscape={!isAsking}
    >
      {failed && <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!devices.data || !script.data || script.isFetching) && <SkeletonRows rows={4} />}
      {devices.data && script.data && !script.isFetching && (
        <RunForm
          runnable={runnable}
          devices={devices.data.items}
          config={script.data.config}
          saved={{ ...script.data.values, ...defaults?.vars }}
          defaults={defaults ?? {}}
          onAskingChange={setAsking}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
