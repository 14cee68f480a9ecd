import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export const deviceGroupQueries = {
  /** All device groups of the account. */
  list: () =>
    queryOptions({
      queryKey: ['device-groups'],
      queryFn: ({ signal }) => readAll((paging) => drover.deviceGroups.iterate(paging, { signal })),
    }),
};
