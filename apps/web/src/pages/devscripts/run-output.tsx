import { Anchor, Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RunDuration } from '../../features/runs/run-duration';
import { RunLog } from '../../features/runs/run-log';
import { RunStateBadge } from '../../features/runs/run-state-badge';
import { runQueries } from '../../queries/runs';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import classes from './workbench.module.css';

/** Runs whose logs can be selected here. The job's page lists all. */
const maxRuns = 50;

/** The logs of the latest job, by device. */
export function RunOutput({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { t } = useTranslation(['devscripts', 'runs']);
  const { data, isError, error, refetch } = useQuery(runQueries.listByJob(jobId));
  const [chosenId, setChosenId] = useState<string>();
  const runs = data?.items ?? [];
  const run = runs.find(({ _id }) => _id === chosenId) ?? runs[0];
  return (
    <section className={classes.output} aria-label={t('output')}>
      <div className={classes.outputHead}>
        <Title order={2} size="h5">
          {t('output')}
        </Title>
        {run && (
          <>
            <RunStateBadge state={run.state} />
            <RunDuration run={run} />
            <Anchor component={Link} to={`/runs/${run._id}`} size="sm">
              {t('openRun')}
            </Anchor>
          </>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" ml="auto" onClick={onClose}>
          {t('hideOutput')}
        </Button>
      </div>
      {isError && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows rows={2} />}
      {runs.length > 1 && (
        <div className={classes.outputRuns} role="group" aria-label={t('runs:device')}>
          {runs.slice(0, maxRuns).map((candidate) => (
            <button
              key={candidate._id}
              type="button"
              className={classes.outputRun}
              aria-pressed={candidate === run}
              onClick={() => setChosenId(candidate._id)}
            >
              {candidate.deviceName}
              <RunStateBadge state={candidate.state} />
            </button>
          ))}
        </div>
      )}
      {run && <RunLog key={run._id} run={run} className={classes.outputLog} />}
    </section>
  );
}
