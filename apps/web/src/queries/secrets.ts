import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const secretQueries = {
  /** All secrets of the account, without their values. */
  list: () =>
    queryOptions({ queryKey: ['secrets'], queryFn: ({ signal }) => drover.secrets.list({}, { signal }) }),
};
