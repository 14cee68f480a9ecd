import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { readPage } from '../lib/read-page';
import { toCreatedRange } from '../lib/time-range';

/** The filter of the audit log, as in the URL. */
type Filter = Record<'action' | 'actor' | 'target' | 'after' | 'before', string>;

/** Marks an actor in the URL as a person. Others are access tokens and sessions. */
export const personPrefix = 'person:';

const toActor = (actor: string) =>
  actor.startsWith(personPrefix) ? { personId: actor.slice(personPrefix.length) } : { tokenId: actor };

export const auditQueries = {
  list: (filter: Filter) =>
    infiniteQueryOptions({
      queryKey: ['audit', filter],
      queryFn: ({ pageParam, signal }) => {
        const { action, actor, target, ...range } = filter;
        const wanted = {
          ...(action && { action }),
          ...(actor && toActor(actor)),
          ...(target && { targetId: target }),
          ...toCreatedRange(range),
        };
        return readPage((paging) => drover.audit.list({ ...wanted, ...paging }, { signal }), pageParam);
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
    }),
};
