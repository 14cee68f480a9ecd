import type { AuditExportFilter } from '@drover/sdk';
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

const toConditions = ({ action, actor, target, ...range }: Filter): AuditExportFilter => ({
  ...(action && { action }),
  ...(actor && toActor(actor)),
  ...(target && { targetId: target }),
  ...toCreatedRange(range),
});

/** The address from which the browser downloads the entries that match. */
export function exportUrl(filter: Filter): string {
  return `/v1/audit/export?${new URLSearchParams({ ...toConditions(filter) }).toString()}`;
}

export const auditQueries = {
  list: (filter: Filter) =>
    infiniteQueryOptions({
      queryKey: ['audit', filter],
      queryFn: ({ pageParam, signal }) => {
        const wanted = toConditions(filter);
        return readPage((paging) => drover.audit.list({ ...wanted, ...paging }, { signal }), pageParam);
      },
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      placeholderData: keepPreviousData,
    }),
};
