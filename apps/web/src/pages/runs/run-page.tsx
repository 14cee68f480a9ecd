import type { Artifact, Run } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { RunArtifacts } from '../../features/artifacts/run-artifacts';
import { TimelineArtifacts } from '../../features/artifacts/timeline-artifacts';
import { useJobName } from '../../features/jobs/job-name';
import { editorPageOf } from '../../lib/script-page';
import { RunResultPanel } from '../../features/results/run-result';
import { RunDuration } from '../../features/runs/run-duration';
import { RunProgressBar } from '../../features/runs/run-progress';
import { RunLog } from '../../features/runs/run-log';
import { artifactQueries } from '../../queries/artifacts';
import { deviceQueries } from '../../queries/devices';
import { jobQueries } from '../../queries/jobs';
import { resultQueries } from '../../queries/results';
import { runQueries } from '../../queries/runs';
import { ForRole } from '../../roles/for-role';
import { RelativeTime } from '../../ui/display/relative-time';
import { useReasonText } from '../../ui/display/use-reason-text';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs';
import { DescriptionList } from '../../ui/layout/description-list';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { RunActions } from './run-actions';
import { RunLinks } from './run-links';
import classes from './run-page.module.css';
import { RunSource } from './run-source';
import { useRunSource } from './use-run-source';

export function RunPage() {
  const { runId = '' } = useParams();
  const run = useQuery(runQueries.detail(runId));
  const isComplete = useIsComplete(run.data);
  if (run.isError) return <PageError error={run.error} onRetry={() => void run.refetch()} />;
  if (!run.data || !isComplete) return <SkeletonRows />;
  return <RunDetails key={runId} run={run.data} />;
}

/** Loads what the page shows above the log, so that the log does not move. What is added later does not hide the page. */
function useIsComplete(run: Run | undefined): boolean {
  const [isComplete, setIsComplete] = useState(false);
  const result = useQuery({ ...resultQueries.detail(run?._id ?? ''), enabled: run?.hasResult === true });
  const job = useQuery({ ...jobQueries.snapshot(run?.jobId ?? ''), enabled: run !== undefined });
  const source = useRunSource(run, job.data);
  const isLoading = !run || [result, job, source].some((query) => query.isLoading);
  if (!isComplete && !isLoading) setIsComplete(true);
  return isComplete;
}

function RunDetails({ run }: { run: Run }) {
  const { t } = useTranslation(['runs', 'jobs']);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { data: job } = useQuery(jobQueries.snapshot(run.jobId));
  const { data: artifacts } = useQuery(artifactQueries.list(run._id));
  const jobName = useJobName();
  const script = job ? jobName(job) : '…';
  const line = /^#L(\d+)$/.exec(hash)?.[1];
  return (
    <div className={classes.page}>
      <Breadcrumbs
        pages={[
          { to: '/jobs', label: t('jobs:title') },
          { to: `/jobs/${run.jobId}`, label: script },
        ]}
      />
      <PageHeader
        title={t('title', { script, device: run.deviceName })}
        actions={
          <ForRole role="operator">
            <RunActions run={run} job={job} />
          </ForRole>
        }
      >
        <RunLinks run={run} job={job} />
      </PageHeader>
      <RunSummary run={run} />
      <div className={classes.source}>
        <RunResultPanel run={run} />
        <RunArtifacts run={run} />
      </div>
      {job && <RunSource run={run} job={job} />}
      <RunLog
        run={run}
        startLine={line ? Number(line) : undefined}
        onLineSelect={(chosen) =>
          void navigate({ hash: `L${chosen}` }, { replace: true, preventScrollReset: true })
        }
        editorPage={job && editorPageOf(job)}
        className={classes.log}
        artifacts={artifacts?.items}
        renderArtifacts={renderArtifacts}
      />
    </div>
  );
}

const renderArtifacts = (artifacts: Artifact[]) => <TimelineArtifacts artifacts={artifacts} />;

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
      {run.progress && <RunProgressBar progress={run.progress} />}
      {(run.reason || run.failedStep) && (
        <div className={classes.reason} data-bad={run.state === 'failed' || undefined}>
          {run.failedStep && (
            <div className={classes.failedStep}>{t('failedStep', { step: run.failedStep })}</div>
          )}
          {run.reason && reasonText(run.reason)}
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
