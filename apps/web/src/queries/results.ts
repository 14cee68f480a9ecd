import { hasEnded, type ResultFilter, type ResultSchema, type RunEvent, type RunResult } from '@drover/sdk';
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { createUpdateTracker } from '../lib/update-tracker';

/** Results of a page, and most pages that a table reads. */
const pageItems = 500;
const maxPages = 20;

/** Milliseconds until results that are too large for events are read. */
const refreshMs = 10_000;

const tableKey = ['results', 'table'];

const updates = createUpdateTracker<RunEvent>();

/** The results of a table, those of the newest runs first. */
export interface ResultTableData {
  items: RunResult[];
  /** Whether there are older ones. */
  isPartial: boolean;
  /** Whether an event told of a result without containing it. */
  lacksResults: boolean;
}

export const resultQueries = {
  /** The newest results that match, of at most 20 pages, merged with those that arrive while they load and after that. */
  table: (filter: ResultFilter) =>
    queryOptions<ResultTableData>({
      queryKey: [...tableKey, filter],
      structuralSharing: false,
      refetchInterval: ({ state }) => (state.data?.lacksResults ? refreshMs : false),
      queryFn: async ({ signal }) => {
        const [data, newer] = await updates.trackUpdatesDuring(() => readTable(filter, signal));
        return mergeResults(data, newer, filter);
      },
    }),

  /** Whether there is a result. Its key is that of jobs, which changes of runs invalidate. */
  exists: (filter: ResultFilter) =>
    queryOptions({
      queryKey: ['jobs', 'results', filter],
      queryFn: ({ signal }) => drover.results.list({ ...filter, limit: 1 }, { signal }),
      select: ({ items }) => items.length > 0,
    }),

  /** The schema of the newest of the results, or null if it has none. */
  schema: (jobId: string | undefined) =>
    queryOptions({
      queryKey: ['results', 'schema', jobId],
      queryFn: jobId === undefined ? skipToken : ({ signal }) => readSchema(jobId, signal),
      staleTime: Infinity,
    }),

  detail: (runId: string) =>
    queryOptions({
      queryKey: ['results', 'run', runId],
      queryFn: ({ signal }) => drover.runs.getResult(runId, { signal }),
    }),
};

async function readSchema(jobId: string, signal: AbortSignal): Promise<ResultSchema | null> {
  const { schemaSha256 } = await drover.jobs.get(jobId, { signal });
  return schemaSha256 === null ? null : drover.jobs.getSchema(jobId, { signal });
}

async function readTable(filter: ResultFilter, signal: AbortSignal): Promise<ResultTableData> {
  const items: RunResult[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await drover.results.list({ ...filter, limit: pageItems, cursor }, { signal });
    items.push(...page.items);
    cursor = page.nextCursor;
    if (!cursor) break;
  }
  return { items, isPartial: cursor !== undefined, lacksResults: false };
}

/** Writes the results of runs to the tables in the query cache. */
export function addResultsToCache(client: QueryClient, events: RunEvent[]): void {
  updates.record(events);
  for (const [queryKey, data] of client.getQueriesData<ResultTableData>({ queryKey: tableKey })) {
    if (data) client.setQueryData(queryKey, mergeResults(data, events, queryKey[2] as ResultFilter));
  }
}

/**
 * Adds the results of runs that ended and match the filter, and updates those of known runs, such as one that another
 * attempt follows. Returns the same data if nothing changed.
 */
export function mergeResults(
  data: ResultTableData,
  events: RunEvent[],
  filter: ResultFilter,
): ResultTableData {
  const matching = events.filter(({ run }) => run.hasResult && hasEnded(run.state) && isOf(run, filter));
  if (matching.length === 0) return data;
  const results = new Map(data.items.map((result) => [result.runId, result]));
  let { lacksResults } = data;
  for (const event of matching) {
    const known = results.get(event.run._id);
    const content = 'result' in event ? { value: event.result, problem: null } : known;
    if (content) results.set(event.run._id, toResult(event, content));
    else lacksResults = true;
  }
  const items = [...results.values()].sort((a, b) => (a.runId < b.runId ? 1 : -1));
  const maxItems = maxPages * pageItems;
  return {
    items: items.slice(0, maxItems),
    isPartial: data.isPartial || items.length > maxItems,
    lacksResults,
  };
}

function isOf(run: RunEvent['run'], { jobId, scriptId, deviceId }: ResultFilter): boolean {
  return (
    (jobId === undefined || run.jobId === jobId) &&
    (scriptId === undefined || run.scriptId === scriptId) &&
    (deviceId === undefined || run.deviceId === deviceId)
  );
}

function toResult(
  { run }: RunEvent,
  { value, problem, schemaProblem = null }: Pick<RunResult, 'value' | 'problem'> & Partial<RunResult>,
): RunResult {
  const { _id: runId, jobId, deviceId, deviceName, scriptId, state, attempt, isRetried } = run;
  const { createdAt, finishedAt } = run;
  return {
    ...{ runId, jobId, deviceId, deviceName, scriptId, state, attempt, isRetried, createdAt, finishedAt },
    ...{ value, problem, schemaProblem },
  };
}
