import type { When } from '@drover/sdk';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

/** Schedules change by themselves, and nobody is told: what is looked at is read again. */
const readAgainMs = 5_000;
const pageItems = 50;

export const scheduleQueries = {
  list: () =>
    queryOptions({
      queryKey: ['schedules', 'list'],
      queryFn: ({ signal }) => drover.schedules.list({}, { signal }),
      refetchInterval: readAgainMs,
    }),

  detail: (scheduleId: string) =>
    queryOptions({
      queryKey: ['schedules', scheduleId],
      queryFn: ({ signal }) => drover.schedules.get(scheduleId, { signal }),
      refetchInterval: readAgainMs,
    }),

  occurrences: (scheduleId: string) =>
    infiniteQueryOptions({
      queryKey: ['schedules', scheduleId, 'occurrences'],
      queryFn: ({ pageParam, signal }) =>
        drover.schedules.listOccurrences(scheduleId, { limit: pageItems, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: readAgainMs,
    }),

  /** When a schedule that is being written would be due. */
  preview: (when: When) =>
    queryOptions({
      queryKey: ['schedules', 'preview', when],
      queryFn: ({ signal }) => drover.schedules.preview(when, { signal }),
      placeholderData: keepPreviousData,
      retry: false,
    }),
};
