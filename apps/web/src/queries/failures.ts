import type { FailureFilter } from '@drover/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

const shownFailures = 20;
const openJobPollMs = 5_000;

const pageItems = 50;
const attentionItems = 5;
const pollMs = 30_000;

export const failureQueries = {
  /** The failures of all jobs, the last seen first. */
  list: (filter: FailureFilter) =>
    infiniteQueryOptions({
      queryKey: ['failures', 'list', filter],
      queryFn: ({ pageParam, signal }) =>
        drover.failures.list({ ...filter, limit: pageItems, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
    }),

  /** One failure. */
  detail: (failureId: string) =>
    queryOptions({
      queryKey: ['failures', 'detail', failureId],
      queryFn: ({ signal }) => drover.failures.get(failureId, { signal }),
    }),

  /** The failures that need attention, with their number. */
  attention: () =>
    queryOptions({
      queryKey: ['failures', 'attention'],
      queryFn: ({ signal }) =>
        drover.failures.list({ trend: ['new', 'rising'], limit: attentionItems, total: true }, { signal }),
      refetchInterval: pollMs,
    }),

  /** The largest failures of a job. An open job is polled, because no event announces its failures. */
  listByJob: (jobId: string, isOpen: boolean) =>
    queryOptions({
      queryKey: ['failures', jobId, { isOpen }],
      queryFn: ({ signal }) => drover.jobs.listFailures(jobId, { limit: shownFailures }, { signal }),
      placeholderData: keepPreviousData,
      refetchInterval: isOpen ? openJobPollMs : false,
    }),
};
