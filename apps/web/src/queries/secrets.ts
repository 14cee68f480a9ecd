import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const secretQueries = {
  /** All secrets of the account, by their names. */
  list: () =>
    queryOptions({ queryKey: ['secrets'], queryFn: ({ signal }) => drover.secrets.list({}, { signal }) }),
};
