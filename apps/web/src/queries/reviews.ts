import type { Review } from '@drover/sdk';
import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export const reviewQueries = {
  /** Pending reviews, oldest first. */
  list: () =>
    queryOptions({
      queryKey: ['reviews', 'list'],
      queryFn: async ({ signal }) => {
        const { items } = await readAll((paging) => drover.reviews.iterate(paging, { signal }));
        return items.sort((a, b) => (a.submittedAt ?? '').localeCompare(b.submittedAt ?? ''));
      },
    }),

  /** The exact files of a review, by hash. The API returns 404 if newer files were submitted since. */
  files: ({ devscriptId, codeSha256, configSha256 }: Review) =>
    queryOptions({
      queryKey: ['reviews', devscriptId, codeSha256, configSha256],
      staleTime: Infinity,
      queryFn: async ({ signal }) => {
        const [code, config] = await Promise.all([
          drover.reviews.getCode(devscriptId, { sha256: codeSha256 }, { signal }),
          configSha256
            ? drover.reviews.getConfigText(devscriptId, { sha256: configSha256 }, { signal })
            : null,
        ]);
        return { code, config };
      },
    }),
};
