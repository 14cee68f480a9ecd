import type { Job } from '@drover/sdk';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useJobName } from '../../features/jobs/job-name';
import { JobVars } from '../../features/jobs/job-vars';
import { RolloutPanel } from '../../features/rollouts/rollout-panel';
import { JobResult } from '../../features/runs/job-result';
import { RunCountsBar } from '../../features/runs/run-counts';
import { jobQueries } from '../../queries/jobs';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { useUrlFilter } from '../../ui/lists/url-filter';
import { ResultsLink } from '../../features/results/results-link';
import { ForRole } from '../../roles/for-role';
import { JobActions } from './job-actions';
import { JobFailures, useJobFailures } from './job-failures';
import { jobRunFilterNames, JobRuns } from './job-runs';
import { JobSummary } from './job-summary';

export function JobPage() {
  const { jobId = '' } = useParams();
  const job = useQuery(jobQueries.detail(jobId));
  if (job.isError) return <PageError error={job.error} onRetry={() => void job.refetch()} />;
  if (!job.data) return <SkeletonRows />;
  return <JobDetails key={jobId} job={job.data} />;
}

function JobDetails({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const { filter, change, clear } = useUrlFilter(jobRunFilterNames);
  const name = useJobName()(job);
  const { data: failures, isLoading } = useJobFailures(job);
  // Failures would move what is below them. Those that follow while the page is open appear as they happen.
  const [isWaiting, setWaiting] = useState(isLoading);
  if (isWaiting && !isLoading) setWaiting(false);
  if (isWaiting) return <SkeletonRows />;
  return (
    <>
      <Breadcrumbs pages={[{ to: '/jobs', label: t('title') }]} />
      <PageHeader title={name} actions={<JobPageActions job={job} />}>
        <JobSummary job={job} />
      </PageHeader>
      <Stack gap="md">
        {job.rollout && (
          <RolloutPanel
            job={job}
            rollout={job.rollout}
            renderCounts={(counts) => <RunCountsBar counts={counts} />}
          />
        )}
        <JobResult counts={job.counts} />
        <JobFailures
          job={job}
          failures={failures?.items ?? []}
          chosenId={filter.failure || null}
          onChoose={(failure) => change({ failure: failure ?? '', state: '', device: '' })}
        />
        <JobVars job={job} />
        <JobRuns job={job} filter={filter} onChange={change} onClear={clear} />
      </Stack>
    </>
  );
}

function JobPageActions({ job }: { job: Job }) {
  return (
    <>
      <ResultsLink jobId={job._id} />
      <ForRole role="operator">
        <JobActions job={job} />
      </ForRole>
    </>
  );
}
