import { hasEnded, type Job, type Run, type RunState } from '@drover/sdk';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { useJobName } from '../../features/jobs/job-name';
import { RolloutPanel } from '../../features/rollouts/rollout-panel';
import { countByState, RunCountsBar, RunStateFilter } from '../../features/runs/run-counts';
import { type RunSubject, RunTable } from '../../features/runs/run-table';
import { formatDuration } from '../../lib/time';
import { jobQueries } from '../../queries/jobs';
import { runQueries } from '../../queries/runs';
import { RelativeTime } from '../../ui/display/relative-time';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { JobActions } from './job-actions';
import { JobFailures, useRunsOfFailure } from './job-failures';

const deviceSubject: RunSubject = {
  header: 'device',
  cell: (run) => <RunDevice run={run} />,
  time: 'startedAt',
};

export function JobPage() {
  const { jobId = '' } = useParams();
  const job = useQuery(jobQueries.detail(jobId));
  const runs = useQuery(runQueries.listByJob(jobId));
  const failed = [job, runs].find(({ isError }) => isError);
  if (failed) return <PageError error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!job.data || !runs.data) return <SkeletonRows />;
  return <JobDetails job={job.data} runs={runs.data.items} />;
}

function JobDetails({ job, runs }: { job: Job; runs: Run[] }) {
  const { t } = useTranslation('jobs');
  const [params, setParams] = useSearchParams();
  const chosen = params.get('state') as RunState | null;
  const failureId = params.get('failure');
  const runIds = useRunsOfFailure(job._id, failureId);
  const setChosen = (state: RunState | null) => setParams(state ? { state } : {}, { replace: true });
  const counts = countByState(runs.filter(({ isRetried }) => !isRetried));
  const shownRuns = runs.filter(
    ({ _id, state }) => (!chosen || state === chosen) && (!runIds || runIds.has(_id)),
  );
  const isOpen = runs.some(({ state }) => !hasEnded(state));
  const name = useJobName()(job);
  return (
    <>
      <PageHeader title={name} actions={<JobActions job={job} runs={runs} isOpen={isOpen} />}>
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
        <RunCountsBar counts={counts} />
        <JobFailures
          job={job}
          counts={counts}
          isOpen={isOpen}
          chosenId={failureId}
          onChoose={(failure) => setParams(failure ? { failure } : {}, { replace: true })}
        />
        <RunStateFilter
          counts={counts}
          chosen={chosen ? [chosen] : []}
          onChange={(states) => setChosen(states.at(-1) ?? null)}
        />
        <JobVars job={job} />
        {shownRuns.length > 0 ? (
          <RunTable runs={shownRuns} label={t('result')} subject={deviceSubject} />
        ) : (
          <Group>
            <Text c="dimmed">{t('noneInState')}</Text>
            <Button size="xs" variant="default" onClick={() => setChosen(null)}>
              {t('showAll')}
            </Button>
          </Group>
        )}
      </Stack>
    </>
  );
}

/** The kind, version and age of a job, and the job that it repeats. */
function JobSummary({ job: { kind, version, createdAt, rerunOf, timeout } }: { job: Job }) {
  const { t, i18n } = useTranslation(['jobs', 'rollouts']);
  return (
    <Group gap="xs" component="span">
      <span>{t(`kinds.${kind}`)}</span>
      {version && <span>· {version}</span>}
      <span>
        · <RelativeTime at={createdAt} />
      </span>
      {rerunOf && (
        <span>
          ·{' '}
          <Anchor component={Link} to={`/jobs/${rerunOf}`} inherit>
            {t('rollouts:rerunOf', { job: rerunOf })}
          </Anchor>
        </span>
      )}
      {timeout && <span>· {t('timeLimit', { time: formatDuration(timeout * 1000, i18n.language) })}</span>}
    </Group>
  );
}

function JobVars({ job }: { job: Job }) {
  const { t } = useTranslation('jobs');
  const vars = Object.entries(job.vars);
  if (vars.length === 0) return null;
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Text span c="dimmed" mr="xs">
        {t('inputs')}
      </Text>
      <Text span ff="monospace" size="xs">
        {vars.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join('  ')}
      </Text>
    </Text>
  );
}

/** The device of a run, with the number of the attempt if there are several. */
function RunDevice({ run: { deviceName, attempt, isRetried, isHeld } }: { run: Run }) {
  const { t } = useTranslation('rollouts');
  const notes = [(attempt > 1 || isRetried) && t('attempt', { n: attempt }), isHeld && t('held')].filter(
    Boolean,
  );
  return (
    <>
      {deviceName}
      {notes.length > 0 && (
        <Text span size="xs" c="dimmed">
          {` · ${notes.join(' · ')}`}
        </Text>
      )}
    </>
  );
}
