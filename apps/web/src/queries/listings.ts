import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export const listingQueries = {
  /** All listings of this installation. */
  list: () =>
    queryOptions({
      queryKey: ['listings', 'list'],
      queryFn: ({ signal }) => readAll((paging) => drover.listings.iterate(paging, { signal })),
    }),

  detail: (slug: string) =>
    queryOptions({
      queryKey: ['listings', slug],
      queryFn: ({ signal }) => drover.listings.get(slug, { signal }),
    }),
};
