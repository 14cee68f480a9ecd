import type { MessageFilter } from '@drover/sdk';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

/** Messages per page, and therefore the maximum of the unread count. */
export const messagesPerPage = 50;

export const messageQueries = {
  list: (filter: MessageFilter = {}) =>
    infiniteQueryOptions({
      queryKey: ['messages', filter],
      queryFn: ({ pageParam, signal }) =>
        drover.messages.list({ ...filter, limit: messagesPerPage, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
};
