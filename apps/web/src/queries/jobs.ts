import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

const pageItems = 100;
/** Jobs that the page of a script shows. */
const scriptJobs = 20;
const rolloutPollMs = 2_000;

export const jobQueries = {
  list: () =>
    infiniteQueryOptions({
      queryKey: ['jobs', 'list'],
      queryFn: ({ pageParam, signal }) =>
        drover.jobs.list({ limit: pageItems, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),

  /** The newest jobs of a script. */
  ofScript: (scriptId: string) =>
    queryOptions({
      queryKey: ['jobs', 'list', { scriptId }],
      queryFn: ({ signal }) => drover.jobs.list({ scriptId, limit: scriptJobs }, { signal }),
    }),

  detail: (jobId: string) =>
    queryOptions({
      queryKey: ['jobs', jobId],
      queryFn: ({ signal }) => drover.jobs.get(jobId, { signal }),
      // No event tells of the steps of a roll-out.
      refetchInterval: ({ state }) => (state.data?.rollout?.state === 'running' ? rolloutPollMs : false),
    }),

  /** A job as far as it never changes: not its counts. */
  snapshot: (jobId: string) =>
    queryOptions({
      queryKey: ['job-snapshots', jobId],
      queryFn: ({ signal }) => drover.jobs.get(jobId, { signal }),
      staleTime: Infinity,
    }),
};
