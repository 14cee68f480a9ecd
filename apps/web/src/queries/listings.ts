import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

export const listingQueries = {
  /** All listings of this installation. */
  list: () =>
    queryOptions({
      queryKey: ['listings', 'list'],
      queryFn: ({ signal }) => drover.listings.list({}, { signal }),
    }),

  detail: (slug: string) =>
    queryOptions({
      queryKey: ['listings', slug],
      queryFn: ({ signal }) => drover.listings.get(slug, { signal }),
    }),
};
