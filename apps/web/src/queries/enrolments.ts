import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const enrolmentKeyQueries = {
  /** The keys that can still be used. */
  list: () =>
    queryOptions({
      queryKey: ['enrolment-keys'],
      queryFn: ({ signal }) => drover.enrolmentKeys.list({}, { signal }),
    }),
};
