import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

const pageItems = 100;

export const jobQueries = {
  list: () =>
    infiniteQueryOptions({
      queryKey: ['jobs', 'list'],
      queryFn: ({ pageParam, signal }) =>
        drover.jobs.list({ limit: pageItems, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),

  detail: (jobId: string) =>
    queryOptions({ queryKey: ['jobs', jobId], queryFn: ({ signal }) => drover.jobs.get(jobId, { signal }) }),

  /** A job as far as it never changes: not its counts. */
  snapshot: (jobId: string) =>
    queryOptions({
      queryKey: ['job-snapshots', jobId],
      queryFn: ({ signal }) => drover.jobs.get(jobId, { signal }),
      staleTime: Infinity,
    }),
};
