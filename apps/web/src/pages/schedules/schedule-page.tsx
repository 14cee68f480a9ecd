import type { Schedule } from '@drover/sdk';
import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useSelectorWords } from '../../features/devices/use-selector-words';
import { CountsBar } from '../../features/runs/run-counts';
import { NextTime } from '../../features/schedules/next-time';
import { TimeList } from '../../features/schedules/next-times';
import { OccurrenceTable } from '../../features/schedules/occurrence-table';
import { ScheduleMenu } from '../../features/schedules/schedule-menu';
import { useWhenWords } from '../../features/schedules/use-when-words';
import { deviceGroupQueries } from '../../queries/device-groups';
import { scheduleQueries } from '../../queries/schedules';
import { Facts } from '../../ui/facts';
import { PagedList } from '../../ui/loaded';
import { PageFailure } from '../../ui/page-failure';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';
import { Section } from '../../ui/section';
import { ScheduleDialog } from './schedule-dialog';

export function SchedulePage() {
  const { scheduleId = '' } = useParams();
  const { data, isError, error, refetch } = useQuery(scheduleQueries.detail(scheduleId));
  if (isError) return <PageFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsLoading />;
  return <ScheduleDetails schedule={data} />;
}

function ScheduleDetails({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation();
  const wordsOf = useWhenWords();
  const selectorWordsOf = useSelectorWords(useQuery(deviceGroupQueries.list()).data?.items ?? []);
  const [isEditing, setEditing] = useState(false);
  const { name, when, job, next, overlap, missed, scriptName } = schedule;
  const where = job.selector
    ? selectorWordsOf(job.selector)
    : t('schedules.devices', { count: job.devices?.length ?? 0 });
  return (
    <>
      <PageHeader title={name} actions={<ScheduleMenu schedule={schedule} onEdit={() => setEditing(true)} />}>
        {wordsOf(when)} · <NextTime schedule={schedule} />
      </PageHeader>
      <Stack gap="xl">
        <Facts
          facts={[
            [t('schedules.script'), scriptName ?? (job.scriptId ? '–' : t('schedules.code'))],
            [t('schedules.where'), where],
            [t('schedules.overlap'), t(`schedules.overlaps.${overlap}`)],
            [t('schedules.missed'), t(`schedules.misseds.${missed}`)],
          ]}
        />
        {next.length > 0 && (
          <Section title={t('schedules.nextTimes')}>
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
  const { t } = useTranslation();
  const query = useInfiniteQuery(scheduleQueries.occurrences(scheduleId));
  const empty = (
    <Text size="sm" c="dimmed">
      {t('schedules.noHistory')}
    </Text>
  );
  return (
    <Section title={t('schedules.history')}>
      <PagedList query={query} rows={3} empty={empty}>
        {(occurrences) => (
          <OccurrenceTable
            occurrences={occurrences}
            renderCounts={(counts) => <CountsBar counts={counts} />}
          />
        )}
      </PagedList>
    </Section>
  );
}
