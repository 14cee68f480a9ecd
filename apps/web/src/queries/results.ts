import type { ResultFilter, RunResult } from '@drover/sdk';
import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

/** Results of a page, and most pages that a table reads. */
const pageItems = 500;
const maxPages = 20;

/** Milliseconds between two reads of results that may still arrive. */
const refreshMs = 10_000;

export const resultQueries = {
  /** The newest results that match, of at most 20 pages. `isPartial` says that there are older ones. */
  table: (filter: ResultFilter, isOpen = false) =>
    queryOptions({
      queryKey: ['results', filter],
      structuralSharing: false,
      refetchInterval: isOpen && refreshMs,
      queryFn: async ({ signal }): Promise<{ items: RunResult[]; isPartial: boolean }> => {
        const items: RunResult[] = [];
        let cursor: string | undefined;
        for (let pages = 0; pages < maxPages; pages += 1) {
          const page = await drover.results.list({ ...filter, limit: pageItems, cursor }, { signal });
          items.push(...page.items);
          cursor = page.nextCursor;
          if (!cursor) break;
        }
        return { items, isPartial: cursor !== undefined };
      },
    }),

  /** Whether there is a result. Its key is that of jobs, which changes of runs invalidate. */
  exists: (filter: ResultFilter) =>
    queryOptions({
      queryKey: ['jobs', 'results', filter],
      queryFn: ({ signal }) => drover.results.list({ ...filter, limit: 1 }, { signal }),
      select: ({ items }) => items.length > 0,
    }),

  detail: (runId: string) =>
    queryOptions({
      queryKey: ['results', 'run', runId],
      queryFn: ({ signal }) => drover.runs.getResult(runId, { signal }),
    }),
};
