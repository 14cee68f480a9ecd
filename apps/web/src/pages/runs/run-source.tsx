import type { Job, Run } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { JobVars } from '../../features/jobs/job-vars';
import { editorPageOf } from '../../features/jobs/script-page';
import { RunCode } from '../../features/runs/run-code';
import { errorLineOf } from '../../lib/error-position';
import { runDetailQueries } from '../../queries/run-details';
import classes from './run-page.module.css';

/** The inputs of a run, and its code. The code of published scripts is not readable. */
export function RunSource({ run, job }: { run: Run; job: Job }) {
  const { data: code } = useQuery({ ...runDetailQueries.code(run._id), enabled: job.kind !== 'script' });
  return (
    <div className={classes.source}>
      <JobVars job={job} />
      {code !== undefined && (
        <RunCode code={code} failedLine={errorLineOf(run.reason)} editorPage={editorPageOf(job)} />
      )}
    </div>
  );
}
