import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';

const tailLines = 20;

/** The last lines of the log of a run that has ended. */
export const logTailQuery = (runId: string) =>
  queryOptions({
    queryKey: ['log-tail', runId],
    queryFn: async ({ signal }) => {
      const { lastSeq } = await drover.runs.listLogs(runId, { limit: 1 }, { signal });
      const after = Math.max(0, lastSeq - tailLines);
      return drover.runs.listLogs(runId, { after, limit: tailLines }, { signal });
    },
    staleTime: Infinity,
  });
