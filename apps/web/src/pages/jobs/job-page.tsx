import { hasEnded, type Job, type Run, type RunState } from '@drover/sdk';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { jobNameOf } from '../../features/jobs/job-facts';
import { RolloutPanel } from '../../features/rollouts/rollout-panel';
import { CountsBar, CountsChips, countStates } from '../../features/runs/run-counts';
import { RunTable, type RunSubject } from '../../features/runs/run-table';
import { duration } from '../../lib/time';
import { jobQueries } from '../../queries/jobs';
import { runQueries } from '../../queries/runs';
import { PageFailure } from '../../ui/page-failure';
import { PageHeader } from '../../ui/page-header';
import { RelativeTime } from '../../ui/relative-time';
import { RowsLoading } from '../../ui/rows-loading';
import { JobActions } from './job-actions';

const ofDevices: RunSubject = {
  header: 'device',
  cell: (run) => <DeviceOfRun run={run} />,
  time: 'startedAt',
};

export function JobPage() {
  const { jobId = '' } = useParams();
  const job = useQuery(jobQueries.detail(jobId));
  const runs = useQuery(runQueries.ofJob(jobId));
  const failed = [job, runs].find(({ isError }) => isError);
  if (failed) return <PageFailure error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!job.data || !runs.data) return <RowsLoading />;
  return <JobDetails job={job.data} runs={runs.data.items} />;
}

function JobDetails({ job, runs }: { job: Job; runs: Run[] }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const chosen = params.get('state') as RunState | null;
  const setChosen = (state: RunState | null) => setParams(state ? { state } : {}, { replace: true });
  const counts = countStates(runs.filter(({ isRetried }) => !isRetried));
  const shown = chosen ? runs.filter(({ state }) => state === chosen) : runs;
  const name = jobNameOf(job, t);
  return (
    <>
      <PageHeader
        title={name}
        actions={<JobActions job={job} runs={runs} isOpen={runs.some(({ state }) => !hasEnded(state))} />}
      >
        <JobFacts job={job} />
      </PageHeader>
      <Stack gap="md">
        {job.rollout && (
          <RolloutPanel
            job={job}
            rollout={job.rollout}
            renderCounts={(counts) => <CountsBar counts={counts} />}
          />
        )}
        <CountsBar counts={counts} />
        <CountsChips counts={counts} chosen={chosen} onChoose={setChosen} />
        <JobVars job={job} />
        {shown.length > 0 ? (
          <RunTable runs={shown} label={t('jobs.result')} subject={ofDevices} />
        ) : (
          <Group>
            <Text c="dimmed">{t('jobs.noneInState')}</Text>
            <Button size="xs" variant="default" onClick={() => setChosen(null)}>
              {t('jobs.showAll')}
            </Button>
          </Group>
        )}
      </Stack>
    </>
  );
}

/** What ran, since when, and what it repeats. */
function JobFacts({ job: { kind, version, createdAt, rerunOf, timeout } }: { job: Job }) {
  const { t, i18n } = useTranslation();
  return (
    <Group gap="xs" component="span">
      <span>{t(`jobs.kinds.${kind}`)}</span>
      {version && <span>· {version}</span>}
      <span>
        · <RelativeTime at={createdAt} />
      </span>
      {rerunOf && (
        <span>
          ·{' '}
          <Anchor component={Link} to={`/jobs/${rerunOf}`} inherit>
            {t('rollouts.rerunOf')}
          </Anchor>
        </span>
      )}
      {timeout && (
        <span>
          · {t('jobs.timeLimit')}: {duration(timeout * 1000, i18n.language)}
        </span>
      )}
    </Group>
  );
}

function JobVars({ job }: { job: Job }) {
  const { t } = useTranslation();
  const vars = Object.entries(job.vars);
  if (vars.length === 0) return null;
  return (
    <Text size="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
      <Text span c="dimmed" mr="xs">
        {t('jobs.vars')}
      </Text>
      <Text span ff="monospace" size="xs">
        {vars.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join('  ')}
      </Text>
    </Text>
  );
}

/** The device, and which attempt, where there was more than one. */
function DeviceOfRun({ run: { deviceName, attempt, isRetried, isHeld } }: { run: Run }) {
  const { t } = useTranslation();
  const notes = [
    (attempt > 1 || isRetried) && t('rollouts.attempt', { n: attempt }),
    isHeld && t('rollouts.held'),
  ].filter(Boolean);
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
