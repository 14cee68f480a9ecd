import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export const sampleRecordQueries = {
  /** All sample records of the account. */
  list: () =>
    queryOptions({
      queryKey: ['sample-records'],
      queryFn: ({ signal }) => readAll((paging) => drover.sampleRecords.iterate(paging, { signal })),
    }),
};
