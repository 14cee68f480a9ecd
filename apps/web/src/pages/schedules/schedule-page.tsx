import type { Schedule, ScheduleSummary } from '@drover/sdk';
import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useSelectorDescription } from '../../features/devices/use-selector-description';
import { RunCountsBar } from '../../features/runs/run-counts';
import { NextTime } from '../../features/schedules/next-time';
import { TimeList } from '../../features/schedules/next-times-preview';
import { OccurrenceTable } from '../../features/schedules/occurrence-table';
import { PauseSwitch, RunNowButton } from '../../features/schedules/pause-switch';
import { ScheduleMenu } from '../../features/schedules/schedule-menu';
import { ScriptLink } from '../../features/schedules/script-link';
import { useWhenDescription } from '../../features/schedules/use-when-description';
import { deviceGroupQueries } from '../../queries/device-groups';
import { scheduleQueries } from '../../queries/schedules';
import { DescriptionList } from '../../ui/layout/description-list';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Section } from '../../ui/layout/section';
import { PagedList } from '../../ui/lists/query-result';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { useCountDevices } from '../jobs/use-count-devices';
import { ScheduleDialog } from './schedule-dialog';

export function SchedulePage() {
  const { scheduleId = '' } = useParams();
  const { data, isError, error, refetch } = useQuery(scheduleQueries.detail(scheduleId));
  if (isError) return <PageError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows />;
  return <ScheduleDetails schedule={data} />;
}

function ScheduleDetails({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation('schedules');
  const describeWhen = useWhenDescription();
  const describeSelector = useSelectorDescription(useQuery(deviceGroupQueries.list()).data?.items ?? []);
  const [isEditing, setEditing] = useState(false);
  const count = useCountDevices();
  const countDevices = ({ job }: ScheduleSummary) => count(job);
  const { name, when, job, next, overlap, missed } = schedule;
  const devicesText = job.selector
    ? describeSelector(job.selector)
    : t('devices', { count: job.devices?.length ?? 0 });
  return (
    <>
      <PageHeader
        title={name}
        actions={
          <>
            <PauseSwitch schedule={schedule} />
            <RunNowButton schedule={schedule} countDevices={countDevices} />
            <ScheduleMenu schedule={schedule} countDevices={countDevices} onEdit={() => setEditing(true)} />
          </>
        }
      >
        {describeWhen(when)} · <NextTime schedule={schedule} />
      </PageHeader>
      <Stack gap="xl">
        <DescriptionList
          items={[
            [t('script'), <ScriptLink key="script" {...schedule} />],
            [t('targets'), devicesText],
            [t('overlap'), t(`overlapOptions.${overlap}`)],
            [t('missed'), t(`missedOptions.${missed}`)],
          ]}
        />
        {next.length > 0 && (
          <Section title={t('nextTimes')}>
            <TimeList times={next} timeZone={when.timeZone} />
          </Section>
        )}
        <History scheduleId={schedule._id} />
      </Stack>
      {isEditing && <ScheduleDialog schedule={schedule} onClose={() => setEditing(false)} />}
    </>
  );
}

function History({ scheduleId }: { scheduleId: string }) {
  const { t } = useTranslation('schedules');
  const query = useInfiniteQuery(scheduleQueries.occurrences(scheduleId));
  const empty = (
    <Text size="sm" c="dimmed">
      {t('noHistory')}
    </Text>
  );
  return (
    <Section title={t('history')}>
      <PagedList query={query} rows={3} empty={empty}>
        {(occurrences) => (
          <OccurrenceTable
            occurrences={occurrences}
            renderCounts={(counts) => <RunCountsBar counts={counts} />}
          />
        )}
      </PagedList>
    </Section>
  );
}
