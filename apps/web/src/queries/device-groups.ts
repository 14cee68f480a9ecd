import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const deviceGroupQueries = {
  /** All device groups of the account. */
  list: () =>
    queryOptions({
      queryKey: ['device-groups'],
      queryFn: ({ signal }) => drover.deviceGroups.list({}, { signal }),
    }),
};
