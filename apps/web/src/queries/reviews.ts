import type { Review } from '@drover/sdk';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

async function readFiles(
  devscriptId: string,
  { codeSha256, configSha256 }: Pick<Review, 'codeSha256' | 'configSha256'>,
  signal: AbortSignal,
) {
  const [code, config] = await Promise.all([
    drover.reviews.getCode(devscriptId, { sha256: codeSha256 }, { signal }),
    configSha256 ? drover.reviews.getConfigText(devscriptId, { sha256: configSha256 }, { signal }) : null,
  ]);
  return { code, config };
}

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
      queryFn: ({ signal }) => readFiles(devscriptId, { codeSha256, configSha256 }, signal),
    }),

  /** The source files that code was built from, by its hash. */
  project: (devscriptId: string, sha256: string | undefined) =>
    queryOptions({
      queryKey: ['reviews', devscriptId, 'project', sha256],
      staleTime: Infinity,
      queryFn: sha256
        ? ({ signal }) => drover.reviews.getProject(devscriptId, { sha256 }, { signal })
        : skipToken,
    }),

  /** The files of the newest published version, to compare with. */
  published: ({ devscriptId, published }: Review) =>
    queryOptions({
      queryKey: ['reviews', devscriptId, 'published', published?.version],
      staleTime: Infinity,
      queryFn: published ? ({ signal }) => readFiles(devscriptId, published, signal) : skipToken,
    }),
};
