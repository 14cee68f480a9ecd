import type { Job, Run } from '@drover/sdk';
import { JobVars } from '../../features/jobs/job-vars';
import { editorPageOf } from '../../lib/script-page';
import { RunCode } from '../../features/runs/run-code';
import { errorPositionOf } from '../../lib/error-position';
import { RunProject } from './run-project';
import classes from './run-page.module.css';
import { useRunSource } from './use-run-source';

/** The inputs of a run, and its code. A failed run of a project shows the source file in which it failed. */
export function RunSource({ run, job }: { run: Run; job: Job }) {
  const { code, isProject, files } = useRunSource(run, job);
  const position = errorPositionOf(run.reason);
  const source = files.find(({ path }) => path === position?.file);
  const failed = source && { path: source.path, line: position?.line };
  return (
    <div className={classes.source}>
      <JobVars job={job} />
      {source && (
        <RunCode
          title={source.path}
          code={source.text}
          failedLine={position?.line}
          editorPage={editorPageOf(job)}
        />
      )}
      {files.length > 0 && <RunProject files={files} failed={failed} />}
      {code !== undefined && (
        <RunCode
          code={code}
          failedLine={isProject ? undefined : position?.line}
          editorPage={isProject ? undefined : editorPageOf(job)}
        />
      )}
    </div>
  );
}
