import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

const pageItems = 100;
const jobsPerScript = 20;
const recentJobs = 8;
const runningJobs = 5;
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

  /** The newest jobs. */
  recent: () =>
    queryOptions({
      queryKey: ['jobs', 'list', 'recent'],
      queryFn: ({ signal }) => drover.jobs.list({ limit: recentJobs }, { signal }),
    }),

  /** The newest jobs that have running runs. */
  running: () =>
    queryOptions({
      queryKey: ['jobs', 'list', 'running'],
      queryFn: ({ signal }) =>
        drover.jobs.list({ state: ['running', 'stopping'], limit: runningJobs }, { signal }),
    }),

  /** The newest jobs of a script. */
  listByScript: (scriptId: string) =>
    queryOptions({
      queryKey: ['jobs', 'list', { scriptId }],
      queryFn: ({ signal }) => drover.jobs.list({ scriptId, limit: jobsPerScript }, { signal }),
    }),

  detail: (jobId: string) =>
    queryOptions({
      queryKey: ['jobs', jobId],
      queryFn: ({ signal }) => drover.jobs.get(jobId, { signal }),
      // A running rollout is polled, because no event announces its progress.
      refetchInterval: ({ state }) => (state.data?.rollout?.state === 'running' ? rolloutPollMs : false),
    }),

  /** The immutable part of a job. Its counts may be stale. */
  snapshot: (jobId: string) =>
    queryOptions({
      queryKey: ['job-snapshots', jobId],
      queryFn: ({ signal }) => drover.jobs.get(jobId, { signal }),
      staleTime: Infinity,
    }),
};
