import { hasEnded, type Run } from '@drover/sdk';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useParams } from 'react-router';
import { RunDuration } from '../../features/runs/run-duration';
import { RunLog } from '../../features/runs/run-log';
import { RunStateSign } from '../../features/runs/run-state';
import { drover } from '../../lib/drover';
import { deviceQueries } from '../../queries/devices';
import { jobQueries } from '../../queries/jobs';
import { runQueries } from '../../queries/runs';
import { Facts } from '../../ui/facts';
import { PageFailure } from '../../ui/page-failure';
import { StopIcon } from '../../ui/icons';
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
  const { data: job } = useQuery(jobQueries.detail(run.jobId));
  const script = job?.name ?? '…';
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
      <RunLog run={run} startLine={line ? Number(line) : undefined} className={classes.log} />
    </div>
  );
}

function RunFacts({ run }: { run: Run }) {
  const { t } = useTranslation();
  const facts: [string, React.ReactNode][] = [
    [t('runs.created'), <RelativeTime key="at" at={run.createdAt} />],
  ];
  if (run.state === 'queued') facts.push([t('runs.deliverBy'), <QueuedNote key="queued" run={run} />]);
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
      <RelativeTime at={run.deliverBy} />
      <Text size="xs" c="dimmed">
        {device?.online ? t('runs.queuedOnline') : t('runs.queuedOffline')}
      </Text>
    </>
  );
}

function StopRun({ run }: { run: Run }) {
  const { t } = useTranslation();
  const showFailure = useShowFailure();
  const stop = useMutation({
    mutationFn: () => drover.runs.remove(run._id),
    onSuccess: () => notifications.show({ message: t('runs.stopping') }),
    onError: showFailure,
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
