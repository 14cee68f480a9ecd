import type { RunState, Trigger } from '@drover/sdk';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readPage } from '../lib/read-page';
import { toCreatedRange } from '../lib/time-range';

/** The filter of the list of jobs, as in the URL. */
type Filter = Partial<
  Record<'script' | 'device' | 'state' | 'trigger' | 'triggerId' | 'after' | 'before', string>
>;

/** The jobs that match a filter. */
export const jobListQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['jobs', 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const { script, device, state, trigger, triggerId, after = '', before = '' } = filter;
      const wanted = {
        ...(script && { scriptId: script }),
        ...(device && { deviceId: device }),
        ...(state && { state: state.split(',') as RunState[] }),
        ...(trigger && { trigger: trigger as Trigger['kind'] }),
        ...(triggerId && { triggerId }),
        ...toCreatedRange({ after, before }),
      };
      return readPage((paging) => drover.jobs.list({ ...wanted, ...paging }, { signal }), pageParam);
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
