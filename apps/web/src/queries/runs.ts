import type { Page, Run, RunFilter } from '@drover/sdk';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { createChanges } from '../lib/changes';
import { drover } from '../lib/drover';

const largestPage = 1000;
const changes = createChanges<Run>();

/** A list of runs that stays right while it is read. Comparing ten thousand of them would take more than a frame. */
function listQuery(filter: RunFilter, read: (signal: AbortSignal) => Promise<Page<Run>>) {
  return queryOptions({
    queryKey: ['runs', 'list', filter],
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const [page, told] = await changes.during(() => read(signal));
      return mergeRuns(page, told, filter);
    },
  });
}

export const runQueries = {
  /** The newest runs that match. */
  list: (filter: RunFilter) => listQuery(filter, (signal) => drover.runs.list(filter, { signal })),

  /** Every run of a job, however many devices it was for. */
  ofJob: (jobId: string) =>
    listQuery({ jobId }, async (signal) => {
      const items: Run[] = [];
      for await (const run of drover.runs.iterate({ jobId, limit: largestPage }, { signal })) items.push(run);
      return { count: items.length, items };
    }),

  detail: (runId: string) =>
    queryOptions({
      queryKey: ['runs', runId],
      queryFn: async ({ signal }) => {
        const [run, told] = await changes.during(() => drover.runs.get(runId, { signal }));
        return told.findLast(({ _id }) => _id === runId) ?? run;
      },
    }),
};

/** Puts runs as they are now into what was read before. */
export function keepRuns(client: QueryClient, changed: Run[]): void {
  changes.tell(changed);
  for (const [queryKey, page] of client.getQueriesData<Page<Run>>({ queryKey: ['runs', 'list'] })) {
    if (page) client.setQueryData(queryKey, mergeRuns(page, changed, queryKey[2] as RunFilter));
  }
  for (const run of changed) {
    client.setQueryData(runQueries.detail(run._id).queryKey, (before) => before && run);
  }
}

/** Runs are replaced where they are known, else first. The page is the same one where nothing in it changed. */
export function mergeRuns(page: Page<Run>, changed: Run[], filter: RunFilter): Page<Run> {
  const waiting = new Map(changed.filter((run) => isAbout(run, filter)).map((run) => [run._id, run]));
  if (waiting.size === 0) return page;
  const items = page.items.map((run) => {
    const now = waiting.get(run._id);
    waiting.delete(run._id);
    return now ?? run;
  });
  return { ...page, count: page.count + waiting.size, items: [...[...waiting.values()].reverse(), ...items] };
}

function isAbout(run: Run, { jobId, deviceId, scriptId }: RunFilter): boolean {
  return (
    (jobId === undefined || jobId === run.jobId) &&
    (deviceId === undefined || deviceId === run.deviceId) &&
    (scriptId === undefined || scriptId === run.scriptId)
  );
}
