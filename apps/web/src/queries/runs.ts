import type { LatestRun, Page, Run, RunFilter, RunState } from '@drover/sdk';
import {
  infiniteQueryOptions,
  queryOptions,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readAll } from '../lib/read-all';
import { createUpdateTracker } from '../lib/update-tracker';

const historyPageItems = 50;
const latestKey = ['runs', 'latest'];

const updates = createUpdateTracker<Run>();

/**
 * A list of runs, merged with the updates that arrive while it loads. Structural sharing is off, because comparing
 * ten thousand runs would take longer than a frame.
 */
function listQuery(filter: RunFilter, fetchPage: (signal: AbortSignal) => Promise<Page<Run>>) {
  return queryOptions({
    queryKey: ['runs', 'list', filter],
    structuralSharing: false,
    queryFn: async ({ signal }) => {
      const [page, newer] = await updates.trackUpdatesDuring(() => fetchPage(signal));
      return mergeRuns(page, newer, filter);
    },
  });
}

export const runQueries = {
  /** The newest runs that match. */
  list: (filter: RunFilter) => listQuery(filter, (signal) => drover.runs.list(filter, { signal })),

  /** All runs that match, page by page. Its key is that of jobs, which changes of runs invalidate. */
  history: (filter: RunFilter) =>
    infiniteQueryOptions({
      queryKey: ['jobs', 'history', filter],
      queryFn: ({ pageParam, signal }) =>
        drover.runs.list({ ...filter, limit: historyPageItems, cursor: pageParam }, { signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),

  /** The latest run of each device by the ID of the device. Runs that are created later are merged into it. */
  latest: (devices: { _id: string }[]) =>
    queryOptions({
      queryKey: latestKey,
      enabled: devices.length > 0,
      structuralSharing: false,
      queryFn: async ({ signal }): Promise<ReadonlyMap<string, LatestRun>> => {
        // Not a part of the first load.
        const { LIMITS } = await import('@drover/contract/limits');
        const ids = devices.map(({ _id }) => _id);
        const [lists, newer] = await updates.trackUpdatesDuring(() =>
          Promise.all(
            splitIntoParts(ids, LIMITS.latestRunDevices).map((deviceId) =>
              drover.runs.listLatest({ deviceId }, { signal }),
            ),
          ),
        );
        const runs = lists.flatMap(({ items }) => items);
        return mergeLatest(new Map(runs.map((run) => [run.deviceId, run])), newer);
      },
    }),

  /** The number of runs in these states, at most 10,000. Its key is that of jobs, which changes of runs invalidate. */
  total: (state: RunState[]) =>
    queryOptions({
      queryKey: ['jobs', 'total', state],
      queryFn: ({ signal }) => drover.runs.list({ state, limit: 1, total: true }, { signal }),
      select: ({ total = 0, totalIsCapped = false }) => ({ total, totalIsCapped }),
    }),

  /** All runs of a job. */
  listByJob: (jobId: string) =>
    listQuery({ jobId }, (signal) =>
      readAll((paging) => drover.runs.iterate({ jobId, ...paging }, { signal })),
    ),

  detail: (runId: string) =>
    queryOptions({
      queryKey: ['runs', runId],
      queryFn: async ({ signal }) => {
        const [run, newer] = await updates.trackUpdatesDuring(() => drover.runs.get(runId, { signal }));
        return newer.findLast(({ _id }) => _id === runId) ?? run;
      },
    }),
};

function splitIntoParts<Item>(items: Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, part) => items.slice(part * size, (part + 1) * size));
}

/** Replaces runs by changed or later ones of the same device. */
function mergeLatest(runs: ReadonlyMap<string, LatestRun>, changed: Run[]): ReadonlyMap<string, LatestRun> {
  const merged = new Map(runs);
  for (const run of changed) {
    if (run._id >= (merged.get(run.deviceId)?._id ?? '')) merged.set(run.deviceId, run);
  }
  return merged;
}

/** Writes updated runs to the query cache. */
export function upsertRunsInCache(client: QueryClient, changed: Run[]): void {
  updates.record(changed);
  for (const [queryKey, page] of client.getQueriesData<Page<Run>>({ queryKey: ['runs', 'list'] })) {
    if (page) client.setQueryData(queryKey, mergeRuns(page, changed, queryKey[2] as RunFilter));
  }
  replaceInPages(client, changed);
  client.setQueryData<ReadonlyMap<string, LatestRun>>(
    latestKey,
    (runs) => runs && mergeLatest(runs, changed),
  );
  for (const run of changed) {
    client.setQueryData(runQueries.detail(run._id).queryKey, (before) => before && run);
  }
}

/** Replaces runs in lists that are read page by page. They get new runs when they are fetched again. */
function replaceInPages(client: QueryClient, changed: Run[]): void {
  const updates = new Map(changed.map((run) => [run._id, run]));
  for (const key of [
    ['jobs', 'runs'],
    ['jobs', 'history'],
  ]) {
    client.setQueriesData<InfiniteData<Page<Run>>>({ queryKey: key }, (lists) => {
      if (!lists?.pages.some(({ items }) => items.some(({ _id }) => updates.has(_id)))) return lists;
      const replace = (page: Page<Run>) => ({
        ...page,
        items: page.items.map((run) => updates.get(run._id) ?? run),
      });
      return { ...lists, pages: lists.pages.map(replace) };
    });
  }
}

/**
 * Replaces known runs, puts new ones first, and removes those that left the states of the filter. Returns the same page
 * if nothing changed.
 */
export function mergeRuns(page: Page<Run>, changed: Run[], filter: RunFilter): Page<Run> {
  const pending = new Map(changed.filter((run) => matchesFilter(run, filter)).map((run) => [run._id, run]));
  if (pending.size === 0) return page;
  const items = page.items.map((run) => {
    const update = pending.get(run._id);
    pending.delete(run._id);
    return update ?? run;
  });
  const merged = [...[...pending.values()].reverse(), ...items].filter((run) => hasState(run, filter));
  return { ...page, count: merged.length, items: merged };
}

function hasState({ state }: Run, filter: RunFilter): boolean {
  return filter.state === undefined || filter.state.includes(state);
}

function matchesFilter(run: Run, { jobId, deviceId, scriptId }: RunFilter): boolean {
  return (
    (jobId === undefined || jobId === run.jobId) &&
    (deviceId === undefined || deviceId === run.deviceId) &&
    (scriptId === undefined || scriptId === run.scriptId)
  );
}
