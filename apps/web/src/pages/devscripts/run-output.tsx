import { Anchor, Button, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ResultsAnchor } from '../../features/results/results-link';
import { RunDuration } from '../../features/runs/run-duration';
import { RunLog } from '../../features/runs/run-log';
import { RunStateBadge } from '../../features/runs/run-state-badge';
import { runQueries } from '../../queries/runs';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { ResizeHandle, useStoredHeight } from '../../ui/layout/resize-handle';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { OutputRuns, sortFailuresFirst } from './output-runs';
import classes from './workbench.module.css';

/** Heights of the output in pixels. */
const heights = { initial: 380, min: 200, max: 1200 };

interface Props {
  jobId: string;
  /** The page of the editor, to whose lines the positions of errors link. */
  editorPage?: string;
  onClose: () => void;
}

/** The logs of the latest job, by device. */
export function RunOutput({ jobId, editorPage, onClose }: Props) {
  const { t } = useTranslation('devscripts');
  const { data, isError, error, refetch } = useQuery(runQueries.listByJob(jobId));
  const [chosenId, setChosenId] = useState<string>();
  const runs = useMemo(() => sortFailuresFirst(data?.items ?? []), [data]);
  const [height, setHeight] = useStoredHeight('drover-output-height', heights.initial);
  // The first run that starts stays open, although runs that fail later come before it.
  const started = runs.find(({ state }) => state !== 'queued');
  if (chosenId === undefined && started) setChosenId(started._id);
  const run = runs.find(({ _id }) => _id === chosenId) ?? runs[0];
  return (
    <section className={classes.output} style={{ height }} aria-label={t('output')}>
      <ResizeHandle
        label={t('resizeOutput')}
        min={heights.min}
        max={heights.max}
        height={height}
        onChange={setHeight}
      />
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
            <ResultsAnchor jobId={jobId} />
          </>
        )}
        <Button size="compact-sm" variant="subtle" color="gray" ml="auto" onClick={onClose}>
          {t('hideOutput')}
        </Button>
      </div>
      {isError && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonRows rows={2} />}
      <div className={classes.outputBody}>
        {runs.length > 1 && <OutputRuns runs={runs} chosen={run} onChoose={({ _id }) => setChosenId(_id)} />}
        {run && <RunLog key={run._id} run={run} editorPage={editorPage} className={classes.outputLog} />}
      </div>
    </section>
  );
}
