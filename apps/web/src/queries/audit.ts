import { infiniteQueryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

const pageItems = 100;

export const auditQueries = {
  list: () =>
    infiniteQueryOptions({
      queryKey: ['audit'],
      queryFn: ({ pageParam, signal }) =>
        drover.audit.list({ limit: pageItems, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
};
