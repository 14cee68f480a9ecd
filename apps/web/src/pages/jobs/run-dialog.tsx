import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceQueries } from '../../queries/devices';
import { isFresh } from '../../queries/is-fresh';
import { presetQueries } from '../../queries/presets';
import { type Runnable, runnableQuery } from '../../queries/runnables';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { type RunDefaults, RunForm } from './run-form';

interface Props {
  runnable: Runnable;
  /** Initial values, for example from an earlier job. */
  defaults?: RunDefaults & { vars?: Record<string, unknown> };
  /** ID of the preset whose devices, values and options the form starts with. */
  presetId?: string;
  onClose: () => void;
}

/** A dialog that runs a script on devices. */
export function RunDialog({ runnable, defaults, presetId, onClose }: Props) {
  const { t } = useTranslation('run-dialog');
  // Escape then closes the confirmation, not this dialog.
  const [isAsking, setAsking] = useState(false);
  const devices = useQuery(deviceQueries.list());
  const script = useQuery(runnableQuery(runnable));
  const preset = useQuery({ ...presetQueries.detail(presetId ?? ''), enabled: presetId !== undefined });
  const isPresetReady = presetId === undefined || isFresh(preset);
  const failed = [devices, script, preset].find(({ isError }) => isError);
  const initial = preset.data
    ? { ...preset.data, deviceIds: preset.data.devices?.map(({ _id }) => _id) }
    : defaults;
  const isReady = devices.data && script.data && !script.isFetching && isPresetReady;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('title', { name: runnable.name })}
      size="lg"
      closeOnEscape={!isAsking}
    >
      {failed && <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !isReady && <SkeletonRows rows={4} />}
      {isReady && (
        <RunForm
          runnable={runnable}
          devices={devices.data.items}
          config={script.data.config}
          saved={{ ...script.data.values, ...initial?.vars }}
          defaults={initial ?? {}}
          onAskingChange={setAsking}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
