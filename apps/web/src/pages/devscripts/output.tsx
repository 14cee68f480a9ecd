import { Anchor, Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RunDuration } from '../../features/runs/run-duration';
import { RunLog } from '../../features/runs/run-log';
import { RunStateSign } from '../../features/runs/run-state';
import { runQueries } from '../../queries/runs';
import { Failure } from '../../ui/failure';
import { RowsLoading } from '../../ui/rows-loading';
import classes from './workbench.module.css';

/** Runs of which the page shows a log to choose; the job's page has them all. */
const maxRuns = 50;

/** What the run that was just asked for writes, device by device. */
export function Output({ jobId, onClose }: { jobId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, isError, error, refetch } = useQuery(runQueries.ofJob(jobId));
  const [chosenId, setChosenId] = useState<string>();
  const runs = data?.items ?? [];
  const run = runs.find(({ _id }) => _id === chosenId) ?? runs[0];
  return (
    <section className={classes.output} aria-label={t('devscripts.output')}>
      <div className={classes.outputHead}>
        <Title order={2} size="h5">
          {t('devscripts.output')}
        </Title>
        {run && (
          <>
            <RunStateSign state={run.state} />
            <RunDuration run={run} />
            <Anchor component={Link} to={`/runs/${run._id}`} size="sm">
              {t('devscripts.openRun')}
            </Anchor>
          </>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" ml="auto" onClick={onClose}>
          {t('devscripts.hideOutput')}
        </Button>
      </div>
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <RowsLoading rows={2} />}
      {runs.length > 1 && (
        <div className={classes.outputRuns} role="group" aria-label={t('runs.device')}>
          {runs.slice(0, maxRuns).map((each) => (
            <button
              key={each._id}
              type="button"
              className={classes.outputRun}
              aria-pressed={each === run}
              onClick={() => setChosenId(each._id)}
            >
              {each.deviceName}
              <RunStateSign state={each.state} />
            </button>
          ))}
        </div>
      )}
      {run && <RunLog key={run._id} run={run} className={classes.outputLog} />}
    </section>
  );
}
