import type { When } from '@drover/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

/** Schedules are polled, because no event announces their changes. */
const refetchMs = 5_000;
const pageItems = 50;
/** Number of schedules that the rules for approvals name. */
const unapprovedItems = 10;

export const scheduleQueries = {
  list: () =>
    queryOptions({
      queryKey: ['schedules', 'list'],
      queryFn: ({ signal }) => readAll((paging) => drover.schedules.iterate(paging, { signal })),
      refetchInterval: refetchMs,
    }),

  /** The newest of those whose last change needed no approval. */
  unapproved: () =>
    queryOptions({
      queryKey: ['schedules', 'unapproved'],
      queryFn: ({ signal }) =>
        drover.schedules.list({ isApproved: false, limit: unapprovedItems }, { signal }),
    }),

  detail: (scheduleId: string) =>
    queryOptions({
      queryKey: ['schedules', scheduleId],
      queryFn: ({ signal }) => drover.schedules.get(scheduleId, { signal }),
      refetchInterval: refetchMs,
    }),

  occurrences: (scheduleId: string) =>
    infiniteQueryOptions({
      queryKey: ['schedules', scheduleId, 'occurrences'],
      queryFn: ({ pageParam, signal }) =>
        drover.schedules.listOccurrences(scheduleId, { limit: pageItems, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: refetchMs,
    }),

  /** When a schedule that is being edited would be due. */
  preview: (when: When) =>
    queryOptions({
      queryKey: ['schedules', 'preview', when],
      queryFn: ({ signal }) => drover.schedules.preview(when, { signal }),
      placeholderData: keepPreviousData,
      retry: false,
    }),
};
