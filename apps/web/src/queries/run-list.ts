import type { RunState } from '@drover/sdk';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readPage } from '../lib/read-page';
import { toCreatedRange } from '../lib/time-range';

/** The filter of a list of runs, as in the URL. */
export type RunListFilter = Record<
  'device' | 'script' | 'job' | 'state' | 'failure' | 'exitCode' | 'reason' | 'after' | 'before',
  string
>;

/** The runs that match a filter. Its key is that of jobs, which changes of runs invalidate. */
export const runListQuery = (filter: Partial<RunListFilter>) =>
  infiniteQueryOptions({
    queryKey: ['jobs', 'runs', filter],
    queryFn: ({ pageParam, signal }) => {
      const { device, script, job, state, failure, exitCode = '', reason } = filter;
      const { after = '', before = '' } = filter;
      const wanted = {
        ...(device && { deviceId: device }),
        ...(script && { scriptId: script }),
        ...(job && { jobId: job }),
        ...(failure && { failureId: failure }),
        ...(state && { state: state.split(',') as RunState[] }),
        ...(/^\d{1,9}$/.test(exitCode) && { exitCode: Number(exitCode) }),
        ...(reason && { reason }),
        ...toCreatedRange({ after, before }),
      };
      return readPage((paging) => drover.runs.list({ ...wanted, ...paging }, { signal }), pageParam);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
