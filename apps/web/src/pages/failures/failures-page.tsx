import type { Failure, FailureTrend } from '@drover/sdk';
import { Group, NativeSelect, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureGroups } from '../../features/failures/failure-groups';
import { RerunDialog } from '../../features/rollouts/rerun-dialog';
import { ScriptSelect } from '../../features/statistics/script-select';
import { failureQueries } from '../../queries/failures';
import { jobQueries } from '../../queries/jobs';
import { CheckIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { FilterNotice } from '../../ui/lists/filter-notice';
import { NoMatch } from '../../ui/lists/no-match';
import { PagedList } from '../../ui/lists/query-result';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { useUrlFilter } from '../../ui/lists/url-filter';

const filterNames = ['script', 'since', 'trend'] as const;
const trends = ['new', 'rising', 'new,rising'] as const;
const days = ['1', '7', '30'] as const;

/** The failures of all jobs, or the one that a link names. */
export function FailuresPage() {
  const { t } = useTranslation('failures');
  const { filter, change } = useUrlFilter(['failure']);
  const [rerun, setRerun] = useState<Failure | null>(null);
  return (
    <>
      <PageHeader title={t('title')}>{t('text')}</PageHeader>
      {filter.failure ? (
        <OneFailure failureId={filter.failure} onRerun={setRerun} onShowAll={() => change({ failure: '' })} />
      ) : (
        <AllFailures onRerun={setRerun} />
      )}
      {rerun && <Rerun failure={rerun} onClose={() => setRerun(null)} />}
    </>
  );
}

interface OneFailureProps {
  failureId: string;
  onRerun: (failure: Failure) => void;
  onShowAll: () => void;
}

function OneFailure({ failureId, onRerun, onShowAll }: OneFailureProps) {
  const { t } = useTranslation('failures');
  const { data, isError, error, refetch } = useQuery(failureQueries.detail(failureId));
  if (isError) return <PageError error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={2} />;
  return (
    <Stack gap="md">
      <FilterNotice onClear={onShowAll}>{t('onlyOne')}</FilterNotice>
      <FailureGroups failures={[data]} onRerun={onRerun} />
    </Stack>
  );
}

/** The failures of all jobs, the last seen first. */
function AllFailures({ onRerun }: { onRerun: (failure: Failure) => void }) {
  const { t } = useTranslation('failures');
  const { filter, change, clear, isActive } = useUrlFilter(filterNames);
  const { script, since, trend } = filter;
  const query = useInfiniteQuery(
    failureQueries.list({
      ...(script && { scriptId: script }),
      ...(days.some((day) => day === since) && { since: startOfDays(Number(since)) }),
      ...(trends.some((known) => known === trend) && { trend: trend.split(',') as FailureTrend[] }),
    }),
  );
  const empty = <EmptyState icon={<CheckIcon size={26} />} title={t('empty')} />;
  return (
    <>
      <Group mb="md">
        <ScriptSelect value={script} onChange={(next) => change({ script: next })} />
        <NativeSelect
          label={t('firstSeen')}
          value={since}
          onChange={({ currentTarget }) => change({ since: currentTarget.value })}
          data={[
            { value: '', label: t('anyTime') },
            ...days.map((day) => ({ value: day, label: t('lastDays', { count: Number(day) }) })),
          ]}
        />
        <NativeSelect
          label={t('trend')}
          value={trend}
          onChange={({ currentTarget }) => change({ trend: currentTarget.value })}
          data={[
            { value: '', label: t('allTrends') },
            ...trends.map((known) => ({ value: known, label: t(`trends.${known}`) })),
          ]}
        />
      </Group>
      <PagedList query={query} empty={isActive ? <NoMatch onClear={clear} /> : empty}>
        {(failures) => <FailureGroups failures={failures} onRerun={onRerun} />}
      </PagedList>
    </>
  );
}

/** Runs the newest job of a failure again on the devices that failed in this way. */
function Rerun({ failure, onClose }: { failure: Failure; onClose: () => void }) {
  const jobId = failure.samples[0]?.jobId ?? '';
  const { data: job } = useQuery(jobQueries.detail(jobId));
  const { data: failures } = useQuery(failureQueries.listByJob(jobId, false));
  // The number of runs is that of the job.
  const ofJob = failures && (failures.items.find(({ _id }) => _id === failure._id) ?? failure);
  return job && ofJob ? <RerunDialog job={job} failure={ofJob} onClose={onClose} /> : null;
}

/** Returns the start of the day so many days ago, so that the request stays the same for a day. */
function startOfDays(count: number): string {
  const start = new Date();
  start.setHours(0, 0, 0, 0);
  start.setDate(start.getDate() - count);
  return start.toISOString();
}
