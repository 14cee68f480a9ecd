import { hasEnded, type Run } from '@drover/sdk';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { jobNameOf } from '../../features/jobs/job-facts';
import { RunDuration } from '../../features/runs/run-duration';
import { RunLog } from '../../features/runs/run-log';
import { RunStateSign } from '../../features/runs/run-state';
import { drover } from '../../lib/drover';
import { deviceQueries } from '../../queries/devices';
import { jobQueries } from '../../queries/jobs';
import { keepRuns, runQueries } from '../../queries/runs';
import { Facts } from '../../ui/facts';
import { StopIcon } from '../../ui/icons';
import { PageFailure } from '../../ui/page-failure';
import { PageHeader } from '../../ui/page-header';
import { RelativeTime } from '../../ui/relative-time';
import { RowsLoading } from '../../ui/rows-loading';
import { useShowFailure } from '../../ui/show-failure';
import classes from './run-page.module.css';

export function RunPage() {
  const { runId = '' } = useParams();
  const run = useQuery(runQueries.detail(runId));
  if (run.isError) return <PageFailure error={run.error} onRetry={() => void run.refetch()} />;
  if (!run.data) return <RowsLoading />;
  return <RunDetails key={runId} run={run.data} />;
}

function RunDetails({ run }: { run: Run }) {
  const { t } = useTranslation();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { data: job } = useQuery(jobQueries.detail(run.jobId));
  const script = job ? jobNameOf(job, t) : '…';
  const line = /^#L(\d+)$/.exec(hash)?.[1];
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('runs.title', { script, device: run.deviceName })}
        actions={!hasEnded(run.state) && <StopRun run={run} />}
      >
        <Group gap="md" component="span">
          <RunStateSign state={run.state} />
          <Anchor component={Link} to={`/jobs/${run.jobId}`} size="sm">
            {t('runs.job')}
          </Anchor>
          <Anchor component={Link} to={`/devices/${run.deviceId}`} size="sm">
            {t('runs.device')}
          </Anchor>
        </Group>
      </PageHeader>
      <RunFacts run={run} />
      <RunLog
        run={run}
        startLine={line ? Number(line) : undefined}
        onLine={(chosen) =>
          void navigate({ hash: `L${chosen}` }, { replace: true, preventScrollReset: true })
        }
        className={classes.log}
      />
    </div>
  );
}

function RunFacts({ run }: { run: Run }) {
  const { t } = useTranslation();
  const facts: [string, React.ReactNode][] = [
    [t('runs.created'), <RelativeTime key="at" at={run.createdAt} />],
  ];
  if (run.state === 'queued') facts.push([t('runs.deliverBy'), <QueuedNote key="queued" run={run} />]);
  if (run.attempt > 1 || run.isRetried) {
    facts.push([
      t('rollouts.attempt', { n: run.attempt }),
      run.isRetried ? (
        t('rollouts.retried')
      ) : (
        <Link key="before" to={`/runs/${run.retryOf}`}>
          {t('rollouts.attempt', { n: run.attempt - 1 })}
        </Link>
      ),
    ]);
  }
  if (run.startedAt) facts.push([t('runs.started'), <RelativeTime key="started" at={run.startedAt} />]);
  if (run.finishedAt) facts.push([t('runs.finished'), <RelativeTime key="ended" at={run.finishedAt} />]);
  if (run.startedAt) facts.push([t('runs.duration'), <RunDuration key="took" run={run} />]);
  if (run.exitCode !== null || run.signal) {
    facts.push([t('runs.exitCode'), <code key="code">{run.signal ?? run.exitCode}</code>]);
  }
  return (
    <div className={classes.facts}>
      <Facts facts={facts} />
      {run.reason && (
        <div className={classes.reason} data-bad={run.state === 'failed' || undefined}>
          {run.reason}
        </div>
      )}
    </div>
  );
}

/** A queued run waits for its device, or for its turn there. */
function QueuedNote({ run }: { run: Run }) {
  const { t } = useTranslation();
  const { data: device } = useQuery(deviceQueries.detail(run.deviceId));
  return (
    <>
      {run.deliverBy && <RelativeTime at={run.deliverBy} />}
      <Text size="xs" c="dimmed">
        {run.isHeld ? t('rollouts.held') : device?.online ? t('runs.queuedOnline') : t('runs.queuedOffline')}
      </Text>
    </>
  );
}

function StopRun({ run }: { run: Run }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const showFailure = useShowFailure();
  const stop = useMutation({
    mutationFn: () => drover.runs.remove(run._id),
    // Shown at once: events tell what became of it.
    onMutate: () => keepRuns(client, [{ ...run, state: run.state === 'queued' ? 'canceled' : 'stopping' }]),
    onSuccess: () => notifications.show({ message: t('runs.stopping') }),
    onError: (error) => {
      showFailure(error);
      void client.invalidateQueries({ queryKey: ['runs'] });
    },
  });
  return (
    <Button
      color="red"
      variant="light"
      leftSection={<StopIcon size={16} />}
      loading={stop.isPending}
      disabled={run.state === 'stopping'}
      onClick={() => stop.mutate()}
    >
      {t('runs.stop')}
    </Button>
  );
}
