import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';

export const scriptQueries = {
  /** The account's library. */
  list: () =>
    queryOptions({
      queryKey: ['scripts', 'list'],
      queryFn: ({ signal }) => drover.scripts.list({}, { signal }),
    }),

  detail: (scriptId: string) =>
    queryOptions({
      queryKey: ['scripts', scriptId],
      queryFn: ({ signal }) => drover.scripts.get(scriptId, { signal }),
    }),

  versions: (scriptId: string) =>
    queryOptions({
      queryKey: ['scripts', scriptId, 'versions'],
      queryFn: ({ signal }) => drover.scripts.listVersions(scriptId, { signal }),
    }),

  /** The IDs of the devices on which the script is running or queued. */
  deviceIds: (scriptId: string) =>
    queryOptions({
      queryKey: ['scripts', scriptId, 'devices'],
      queryFn: async ({ signal }) => {
        const [queued, running] = await Promise.all([
          readAll((paging) => drover.runs.iterate({ scriptId, state: 'queued', ...paging }, { signal })),
          readAll((paging) => drover.runs.iterate({ scriptId, state: 'running', ...paging }, { signal })),
        ]);
        return [...new Set([...queued.items, ...running.items].map(({ deviceId }) => deviceId))];
      },
    }),
};

/** Returns the URL of a script's public listing. */
export function listingUrl(slug: string): string {
  return new URL(`/scripts/${slug}`, window.location.origin).href;
}
