import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const runDetailQueries = {
  /** The code of a run's job, which a rollout may replace. */
  code: (runId: string) =>
    queryOptions({
      queryKey: ['run-details', runId, 'code'],
      queryFn: ({ signal }) => drover.runs.getCode(runId, { signal }),
    }),

  /** The source files of a project, as they were when its job was created. */
  project: (runId: string) =>
    queryOptions({
      queryKey: ['run-details', runId, 'project'],
      queryFn: ({ signal }) => drover.runs.getProject(runId, { signal }),
    }),

  /** The previous and the next run of the script on the device. */
  adjacent: (runId: string) =>
    queryOptions({
      queryKey: ['run-details', runId, 'adjacent'],
      queryFn: ({ signal }) => drover.runs.getAdjacent(runId, { signal }),
    }),
};
