import { hasEnded, type Run } from '@drover/sdk';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { useJobName } from '../../features/jobs/job-name';
import { RunDuration } from '../../features/runs/run-duration';
import { RunLog } from '../../features/runs/run-log';
import { RunStateBadge } from '../../features/runs/run-state-badge';
import { drover } from '../../lib/drover';
import { deviceQueries } from '../../queries/devices';
import { jobQueries } from '../../queries/jobs';
import { runQueries, upsertRunsInCache } from '../../queries/runs';
import { StopIcon } from '../../ui/display/icons';
import { RelativeTime } from '../../ui/display/relative-time';
import { useReasonText } from '../../ui/display/use-reason-text';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { DescriptionList } from '../../ui/layout/description-list';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import classes from './run-page.module.css';

export function RunPage() {
  const { runId = '' } = useParams();
  const run = useQuery(runQueries.detail(runId));
  if (run.isError) return <PageError error={run.error} onRetry={() => void run.refetch()} />;
  if (!run.data) return <SkeletonRows />;
  return <RunDetails key={runId} run={run.data} />;
}

function RunDetails({ run }: { run: Run }) {
  const { t } = useTranslation('runs');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { data: job } = useQuery(jobQueries.detail(run.jobId));
  const jobName = useJobName();
  const script = job ? jobName(job) : '…';
  const line = /^#L(\d+)$/.exec(hash)?.[1];
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('title', { script, device: run.deviceName })}
        actions={!hasEnded(run.state) && <StopRun run={run} />}
      >
        <Group gap="md" component="span">
          <RunStateBadge state={run.state} />
          <Anchor component={Link} to={`/jobs/${run.jobId}`} size="sm">
            {t('job')}
          </Anchor>
          <Anchor component={Link} to={`/devices/${run.deviceId}`} size="sm">
            {t('device')}
          </Anchor>
        </Group>
      </PageHeader>
      <RunSummary run={run} />
      <RunLog
        run={run}
        startLine={line ? Number(line) : undefined}
        onLineSelect={(chosen) =>
          void navigate({ hash: `L${chosen}` }, { replace: true, preventScrollReset: true })
        }
        className={classes.log}
      />
    </div>
  );
}

function RunSummary({ run }: { run: Run }) {
  const reasonText = useReasonText();
  const { t } = useTranslation(['runs', 'rollouts']);
  const facts: [string, React.ReactNode][] = [[t('created'), <RelativeTime key="at" at={run.createdAt} />]];
  if (run.state === 'queued') facts.push([t('deliverBy'), <QueuedNotice key="queued" run={run} />]);
  if (run.attempt > 1 || run.isRetried) {
    facts.push([
      t('rollouts:attempt', { n: run.attempt }),
      run.isRetried ? (
        t('rollouts:retried')
      ) : (
        <Link key="before" to={`/runs/${run.retryOf}`}>
          {t('rollouts:attempt', { n: run.attempt - 1 })}
        </Link>
      ),
    ]);
  }
  if (run.startedAt) facts.push([t('started'), <RelativeTime key="started" at={run.startedAt} />]);
  if (run.finishedAt) facts.push([t('finished'), <RelativeTime key="ended" at={run.finishedAt} />]);
  if (run.startedAt) facts.push([t('duration'), <RunDuration key="took" run={run} />]);
  if (run.exitCode !== null || run.signal) {
    facts.push([t('exitCode'), <code key="code">{run.signal ?? run.exitCode}</code>]);
  }
  return (
    <div className={classes.facts}>
      <DescriptionList items={facts} />
      {run.reason && (
        <div className={classes.reason} data-bad={run.state === 'failed' || undefined}>
          {reasonText(run.reason)}
        </div>
      )}
    </div>
  );
}

/** Explains why a run is still queued. */
function QueuedNotice({ run }: { run: Run }) {
  const { t } = useTranslation(['runs', 'rollouts']);
  const { data: device } = useQuery(deviceQueries.detail(run.deviceId));
  return (
    <>
      {run.deliverBy && <RelativeTime at={run.deliverBy} />}
      <Text size="xs" c="dimmed">
        {run.isHeld ? t('rollouts:held') : device?.online ? t('queuedOnline') : t('queuedOffline')}
      </Text>
    </>
  );
}

function StopRun({ run }: { run: Run }) {
  const { t } = useTranslation('runs');
  const client = useQueryClient();
  const showError = useErrorNotification();
  const stop = useMutation({
    mutationFn: () => drover.runs.remove(run._id),
    // Optimistic update. The actual state follows as an event.
    onMutate: () =>
      upsertRunsInCache(client, [{ ...run, state: run.state === 'queued' ? 'canceled' : 'stopping' }]),
    onSuccess: () => notifications.show({ message: t('stopping') }),
    onError: (error) => {
      showError(error);
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
      {t('stop')}
    </Button>
  );
}
