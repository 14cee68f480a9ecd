import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export const enrolmentKeyQueries = {
  /** The keys that can still be used. */
  list: () =>
    queryOptions({
      queryKey: ['enrolment-keys'],
      queryFn: ({ signal }) => readAll((paging) => drover.enrolmentKeys.iterate(paging, { signal })),
    }),
};
