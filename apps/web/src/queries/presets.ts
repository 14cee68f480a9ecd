import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export const presetQueries = {
  /** All presets of the account. */
  list: () =>
    queryOptions({
      queryKey: ['presets'],
      queryFn: ({ signal }) => readAll((paging) => drover.presets.iterate(paging, { signal })),
    }),
};
