import type { AuditEntry } from '@drover/sdk';
import { queryOptions } from '@tanstack/react-query';
import { drover } from '../lib/drover';
import { orNull } from '../lib/or-null';
import { queryClient } from '../lib/query-client';
import { deviceGroupQueries } from './device-groups';
import { devscriptQueries } from './devscripts';
import { presetQueries } from './presets';
import { repositoryQueries } from './repositories';
import { scheduleQueries } from './schedules';
import { scriptQueries } from './scripts';
import { webhookQueries } from './webhooks';

/** Kinds of targets that have present names, by the prefix of the action. */
const namedKinds = [
  'device',
  'device-group',
  'devscript',
  'preset',
  'repository',
  'review',
  'schedule',
  'script',
  'webhook',
];

type Target = Pick<AuditEntry, 'action' | 'targetId' | 'targetName'>;

/** The newest audit entry of a record, with its present name. Without an entry, only the name is known. */
export const targetQuery = (targetId: string) =>
  queryOptions({
    queryKey: ['audit', 'target', targetId],
    queryFn: async ({ signal }): Promise<Target> => {
      const { items } = await drover.audit.list({ targetId, limit: 1 }, { signal });
      const entry: Target = items[0] ?? { action: '', targetId, targetName: null };
      const [kind, verb] = entry.action.split('.');
      if (kind !== '' && (verb === 'remove' || !namedKinds.includes(kind))) return entry;
      const isDevice = kind === '' || kind === 'device';
      const name =
        (await findNameInLists(targetId)) ??
        (isDevice ? (await orNull(drover.devices.get(targetId, { signal })))?.name : undefined);
      return { ...entry, targetName: name ?? entry.targetName };
    },
    staleTime: 10_000,
  });

/** Finds a record in lists that are read whole, because browsers log each 404. */
async function findNameInLists(id: string): Promise<string | null | undefined> {
  const lists = await Promise.all([
    queryClient.fetchQuery(devscriptQueries.list()),
    queryClient.fetchQuery(scriptQueries.list()),
    queryClient.fetchQuery(presetQueries.list()),
    queryClient.fetchQuery(scheduleQueries.list()),
    queryClient.fetchQuery(deviceGroupQueries.list()),
    queryClient.fetchQuery(repositoryQueries.list()),
    queryClient.fetchQuery(webhookQueries.list()),
  ]);
  return lists
    .flatMap(({ items }): { _id: string; name: string | null }[] => items)
    .find(({ _id }) => _id === id)?.name;
}
