import type { Job, Run } from '@drover/sdk';
import { useQuery } from '@tanstack/react-query';
import { isProjectCode } from '../../lib/project-code';
import { runDetailQueries } from '../../queries/run-details';

/** Reads the code of a run, and its source files if it was built from a project. Published scripts are not readable. */
export function useRunSource(run: Run | undefined, job: Job | undefined) {
  const isReadable = job !== undefined && job.kind !== 'script';
  const code = useQuery({ ...runDetailQueries.code(run?._id ?? ''), enabled: isReadable });
  const isProject = isProjectCode(code.data);
  const project = useQuery({ ...runDetailQueries.project(run?._id ?? ''), enabled: isProject });
  return {
    code: code.data,
    isProject,
    files: project.data?.files ?? [],
    isLoading: code.isLoading || project.isLoading,
  };
}
