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

  /** One preset. Its key begins like that of the list, so that changes refresh both. */
  detail: (presetId: string) =>
    queryOptions({
      queryKey: ['presets', presetId],
      queryFn: ({ signal }) => drover.presets.get(presetId, { signal }),
    }),
};
