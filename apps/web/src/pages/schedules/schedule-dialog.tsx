import type { ScheduleSummary } from '@drover/sdk';
import { Modal, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceQueries } from '../../queries/devices';
import { devscriptQueries } from '../../queries/devscripts';
import { isFresh } from '../../queries/is-fresh';
import { type Runnable, runnableQuery } from '../../queries/runnables';
import { scheduleQueries } from '../../queries/schedules';
import { scriptQueries } from '../../queries/scripts';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { ScheduleForm } from './schedule-form';

interface Props {
  /** The schedule to edit. Without it, the form creates one. */
  schedule?: ScheduleSummary;
  onClose: () => void;
}

/** The choice of code instead of a script. IDs of scripts have 24 characters. */
const codeChoice = 'code';

/** Selects what a schedule runs, a script or code, then shows the other fields. */
export function ScheduleDialog({ schedule, onClose }: Props) {
  const { t } = useTranslation('schedules');
  const [choice, setChoice] = useState(schedule?.job.scriptId ?? null);
  const devices = useQuery(deviceQueries.list());
  const devscripts = useQuery(devscriptQueries.list());
  const scripts = useQuery(scriptQueries.list());
  const isCode = schedule !== undefined && schedule.job.scriptId === undefined;
  // Lists of schedules leave out the code and values.
  const detail = useQuery({
    ...scheduleQueries.detail(schedule?._id ?? ''),
    enabled: schedule !== undefined,
  });
  const failed = [devices, devscripts, scripts, detail].find(({ isError }) => isError);
  const runnables: Runnable[] = [
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
  const isScheduleReady = schedule === undefined || isFresh(detail);
  const isReady = devices.data && devscripts.data && scripts.data && isScheduleReady;
  const runnable = runnables.find(({ id }) => id === choice);
  const scriptOptions = runnables.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Modal opened onClose={onClose} title={schedule ? t('edit') : t('create')} size="lg">
      {failed && <ErrorAlert error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !isReady && <SkeletonRows rows={4} />}
      {isReady && (
        <Stack gap="md">
          {!isCode && (
            <Select
              label={t('script')}
              placeholder={t('scriptPlaceholder')}
              data={[
                ...scriptOptions,
                ...(schedule ? [] : [{ value: codeChoice, label: t('withoutScript') }]),
              ]}
              value={choice}
              onChange={setChoice}
              nothingFoundMessage={t('noScript')}
              searchable
              allowDeselect={false}
            />
          )}
          {(isCode || choice === codeChoice) && (
            <ScheduleForm schedule={detail.data} devices={devices.data.items} onClose={onClose} />
          )}
          {runnable && (
            <RunnableForm
              key={runnable.id}
              runnable={runnable}
              schedule={detail.data}
              devices={devices.data.items}
              onClose={onClose}
            />
          )}
        </Stack>
      )}
    </Modal>
  );
}

type RunnableFormProps = Omit<Parameters<typeof ScheduleForm>[0], 'values'> & { runnable: Runnable };

/** Shows the form once the configuration of the script has loaded. */
function RunnableForm(props: RunnableFormProps) {
  const { data, isError, error, refetch, isFetching } = useQuery(runnableQuery(props.runnable));
  if (isError) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data || isFetching) return <SkeletonRows rows={3} />;
  return <ScheduleForm {...props} values={data} />;
}
