import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readPage } from '../lib/read-page';

export const directoryQueries = {
  /** How a directory manages the people of the workspace. */
  get: () =>
    queryOptions({
      queryKey: ['directory'],
      queryFn: ({ signal }) => drover.directory.get({ signal }),
    }),

  /** The users of the directory who have not joined, newest first. */
  pending: () =>
    infiniteQueryOptions({
      queryKey: ['directory', 'pending'],
      queryFn: ({ pageParam, signal }) =>
        readPage((paging) => drover.directory.listPending(paging, { signal }), pageParam),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
};
