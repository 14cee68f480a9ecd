import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export const secretQueries = {
  /** All secrets of the account, without their values. */
  list: () =>
    queryOptions({
      queryKey: ['secrets'],
      queryFn: ({ signal }) => readAll((paging) => drover.secrets.iterate(paging, { signal })),
    }),
};
