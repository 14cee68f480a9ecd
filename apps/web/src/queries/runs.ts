import type { Page, Run, RunFilter } from '@drover/sdk';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { drover } from '../lib/drover';

const largestPage = 1000;

export const runQueries = {
  /** The newest runs that match. */
  list: (filter: RunFilter) =>
    queryOptions({
      queryKey: ['runs', 'list', filter],
      queryFn: ({ signal }) => drover.runs.list(filter, { signal }),
    }),

  /** Every run of a job, however many devices it was for. */
  ofJob: (jobId: string) =>
    queryOptions({
      queryKey: ['runs', 'list', { jobId }],
      queryFn: async ({ signal }): Promise<Page<Run>> => {
        const items: Run[] = [];
        for await (const run of drover.runs.iterate({ jobId, limit: largestPage }, { signal }))
          items.push(run);
        return { count: items.length, items };
      },
    }),

  detail: (runId: string) =>
    queryOptions({ queryKey: ['runs', runId], queryFn: ({ signal }) => drover.runs.get(runId, { signal }) }),
};

/** Puts runs as they are now into what was read before: replaced where they are known, else first. */
export function keepRuns(client: QueryClient, changed: Run[]): void {
  const byId = new Map(changed.map((run) => [run._id, run]));
  for (const [queryKey, page] of client.getQueriesData<Page<Run>>({ queryKey: ['runs', 'list'] })) {
    if (!page) continue;
    const filter = queryKey[2] as RunFilter;
    const known = new Set(page.items.map(({ _id }) => _id));
    const added = [...byId.values()].filter((run) => !known.has(run._id) && isAbout(run, filter)).reverse();
    const items = [...added, ...page.items.map((run) => byId.get(run._id) ?? run)];
    client.setQueryData<Page<Run>>(queryKey, { ...page, count: page.count + added.length, items });
  }
  for (const run of byId.values()) client.setQueryData(runQueries.detail(run._id).queryKey, run);
}

function isAbout(run: Run, { jobId, deviceId, scriptId }: RunFilter): boolean {
  return (
    (jobId === undefined || jobId === run.jobId) &&
    (deviceId === undefined || deviceId === run.deviceId) &&
    (scriptId === undefined || scriptId === run.scriptId)
  );
}
