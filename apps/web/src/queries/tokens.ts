import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export const tokenQueries = {
  /** All access tokens of the account. */
  list: () =>
    queryOptions({
      queryKey: ['tokens'],
      queryFn: ({ signal }) => readAll((paging) => drover.tokens.iterate(paging, { signal })),
    }),
  /** The requests of programs in this month. */
  usage: () => queryOptions({ queryKey: ['usage'], queryFn: ({ signal }) => drover.usage.get({ signal }) }),
};
