import { infiniteQueryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

/** Messages that are read at a time, and so the most that are counted as new. */
export const messagesPerPage = 50;

export const messageQueries = {
  list: () =>
    infiniteQueryOptions({
      queryKey: ['messages'],
      queryFn: ({ pageParam, signal }) =>
        drover.messages.list({ limit: messagesPerPage, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
};
