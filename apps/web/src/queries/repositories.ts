import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

const pageItems = 50;
/** Syncs are polled, because no event announces them. */
const refetchMs = 3_000;

export const repositoryQueries = {
  /** All repositories of the account. */
  list: () =>
    queryOptions({
      queryKey: ['repositories', 'list'],
      queryFn: ({ signal }) => readAll((paging) => drover.repositories.iterate(paging, { signal })),
      refetchInterval: refetchMs,
    }),

  detail: (repositoryId: string) =>
    queryOptions({
      queryKey: ['repositories', repositoryId],
      queryFn: ({ signal }) => drover.repositories.get(repositoryId, { signal }),
      refetchInterval: refetchMs,
    }),

  syncs: (repositoryId: string) =>
    infiniteQueryOptions({
      queryKey: ['repositories', repositoryId, 'syncs'],
      queryFn: ({ pageParam, signal }) =>
        drover.repositories.listSyncs(repositoryId, { limit: pageItems, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: refetchMs,
    }),
};
