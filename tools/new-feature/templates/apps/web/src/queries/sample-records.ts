import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const sampleRecordQueries = {
  /** All sample records of the account. */
  list: () =>
    queryOptions({
      queryKey: ['sample-records'],
      queryFn: ({ signal }) => drover.sampleRecords.list({}, { signal }),
    }),
};
