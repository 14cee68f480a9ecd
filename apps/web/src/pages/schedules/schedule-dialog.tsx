import type { ScheduleSummary } from '@drover/sdk';
import { Modal, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceQueries } from '../../queries/devices';
import { devscriptQueries } from '../../queries/devscripts';
import { scriptQueries } from '../../queries/scripts';
import { targetQuery, type Target } from '../../queries/targets';
import { Failure } from '../../ui/failure';
import { RowsLoading } from '../../ui/rows-loading';
import { ScheduleForm } from './schedule-form';

interface Props {
  /** The schedule that is changed; without one a schedule is made. */
  schedule?: ScheduleSummary;
  onClose: () => void;
}

/** What runs, and then all the rest of it. */
export function ScheduleDialog({ schedule, onClose }: Props) {
  const { t } = useTranslation();
  const [targetId, setTargetId] = useState(schedule?.job.scriptId ?? null);
  const devices = useQuery(deviceQueries.list());
  const devscripts = useQuery(devscriptQueries.list());
  const scripts = useQuery(scriptQueries.list());
  const failed = [devices, devscripts, scripts].find(({ isError }) => isError);
  const targets: Target[] = [
    ...(devscripts.data?.items ?? []).map(({ _id, name }) => ({
      ...({ kind: 'devscript' } as const),
      id: _id,
      name,
    })),
    ...(scripts.data?.items ?? []).map(({ _id, name, version }) => ({
      ...({ kind: 'script' } as const),
      id: _id,
      name: `${name} ${version}`,
    })),
  ];
  const isReady = devices.data && devscripts.data && scripts.data;
  const target = targets.find(({ id }) => id === targetId);
  const isCode = schedule !== undefined && schedule.job.scriptId === undefined;
  return (
    <Modal opened onClose={onClose} title={schedule ? t('schedules.edit') : t('schedules.create')} size="lg">
      {failed && <Failure error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !isReady && <RowsLoading rows={4} />}
      {isReady && (
        <Stack gap="md">
          {!isCode && (
            <Select
              label={t('schedules.script')}
              placeholder={t('schedules.scriptPlaceholder')}
              data={targets.map(({ id, name }) => ({ value: id, label: name }))}
              value={targetId}
              onChange={setTargetId}
              nothingFoundMessage={t('schedules.noScript')}
              searchable
              allowDeselect={false}
            />
          )}
          {isCode && <ScheduleForm schedule={schedule} devices={devices.data.items} onClose={onClose} />}
          {target && (
            <TargetForm
              key={target.id}
              target={target}
              schedule={schedule}
              devices={devices.data.items}
              onClose={onClose}
            />
          )}
        </Stack>
      )}
    </Modal>
  );
}

type TargetFormProps = Omit<Parameters<typeof ScheduleForm>[0], 'values'> & { target: Target };

/** The rest, once the fields of the script are known. */
function TargetForm(props: TargetFormProps) {
  const { data, isError, error, refetch, isFetching } = useQuery(targetQuery(props.target));
  if (isError) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || isFetching) return <RowsLoading rows={3} />;
  return <ScheduleForm {...props} values={data} />;
}
