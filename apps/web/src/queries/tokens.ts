import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const tokenQueries = {
  /** All access tokens of the account. */
  list: () =>
    queryOptions({ queryKey: ['tokens'], queryFn: ({ signal }) => drover.tokens.list({}, { signal }) }),
};
