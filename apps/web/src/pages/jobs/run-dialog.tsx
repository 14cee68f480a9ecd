import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deviceQueries } from '../../queries/devices';
import { targetQuery, type Target } from '../../queries/targets';
import { Failure } from '../../ui/failure';
import { RowsLoading } from '../../ui/rows-loading';
import { RunForm, type RunStart } from './run-form';

interface Props {
  target: Target;
  /** What an earlier job was asked with, or a preset says. */
  preset?: RunStart & { vars?: Record<string, unknown> };
  onClose: () => void;
}

/** Which devices, which values, until when. */
export function RunDialog({ target, preset, onClose }: Props) {
  const { t } = useTranslation();
  const devices = useQuery(deviceQueries.list());
  const script = useQuery(targetQuery(target));
  const failed = [devices, script].find(({ isError }) => isError);
  return (
    <Modal opened onClose={onClose} title={t('runDialog.title', { name: target.name })} size="lg">
      {failed && <Failure error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!devices.data || !script.data || script.isFetching) && <RowsLoading rows={4} />}
      {devices.data && script.data && !script.isFetching && (
        <RunForm
          target={target}
          devices={devices.data.items}
          config={script.data.config}
          saved={{ ...script.data.values, ...preset?.vars }}
          start={preset ?? {}}
          onClose={onClose}
        />
      )}
    </Modal>
  );
}
