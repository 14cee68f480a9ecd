import { isWithdrawn } from '../records/withdrawn-credential';
import { publishDevices } from '../bus/publish-changes';
import type { AppContext } from '../context/app-context';
import { anyOf, texts, unnest } from '../database/expressions';
import { db, execute } from '../database/sql';
import { transact } from '../database/transaction';
import { forgetLink, replaceLink, type Link } from '../device-socket/link';
import { resumeConnections } from '../features/devices/connections';
import { findPresence } from '../features/devices/presence-events';
import { insertDeliveries } from '../outbox/outbox';

/**
 * Reconciles the links of this node with the database, which corrects for missed messages. Closes the links of devices
 * that were deleted or that connected to another node, and makes devices online again that another node expired.
 */
export async function reconcileLinks(context: AppContext, links: Link[]): Promise<void> {
  if (links.length === 0) return;
  await closeStaleLinks(context, links);
  const deviceIds = await reclaimDevices(context, links);
  publishDevices(context, deviceIds);
}

async function closeStaleLinks({ pool }: AppContext, links: Link[]): Promise<void> {
  const deviceIds = links.map((link) => link.deviceId);
  const select = db
    .selectFrom('Device')
    .select(['id', 'linkId', 'tokenHash'])
    .where('id', '=', anyOf(deviceIds));
  const devices = new Map((await execute(pool, select)).map(({ id, ...device }) => [id, device]));
  for (const link of links) {
    const device = devices.get(link.deviceId);
    if (!device || isWithdrawn(device.tokenHash)) forgetLink(link);
    else if (device.linkId !== link.linkId) replaceLink(link);
  }
}

async function reclaimDevices({ pool, nodeId }: AppContext, links: Link[]): Promise<string[]> {
  const connected = unnest('v', {
    id: texts(links.map((link) => link.deviceId)),
    linkId: texts(links.map((link) => link.linkId)),
  });
  const update = db
    .updateTable('Device as d')
    .from(connected)
    .set({ nodeId })
    .whereRef('d.id', '=', 'v.id')
    .whereRef('d.linkId', '=', 'v.linkId')
    .where('d.nodeId', 'is', null)
    .returning(['d.id', 'd.accountId', 'v.linkId']);
  return transact(pool, async (client, commit) => {
    const devices = await execute(client, update);
    await resumeConnections(
      client,
      devices.map(({ linkId }) => linkId),
    );
    await insertDeliveries(client, await findPresence(client, 'device.online', devices), commit);
    return devices.map(({ id }) => id);
  });
}
