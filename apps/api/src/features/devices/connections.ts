import { LIMITS, type DeviceConnection, type DeviceConnectionList, type Paging } from '@drover/contract';
import type { ClientBase } from 'pg';
import type { DeviceScope } from '../../auth/caller';
import type { DeviceConnection as Row } from '../../database/client/client';
import { findRows, listPage } from '../../database/lists';
import type { AppContext } from '../../context/app-context';
import { anyOf, insertFrom, now, texts, unnest } from '../../database/expressions';
import { db, execute, prepared } from '../../database/sql';
import { settleAll } from '../../database/transaction';
import { getDevice } from './devices';

/** Lists when the device was connected, newest first. */
export async function listConnections(
  context: AppContext,
  { deviceId, ...scope }: DeviceScope & { deviceId: string },
  paging: Paging,
): Promise<DeviceConnectionList> {
  await getDevice(context, scope, deviceId);
  const { prisma } = context;
  return listPage(paging, { ...findRows(prisma.deviceConnection, { deviceId }), item: toConnection });
}

/** Records connections of devices, and deletes the oldest ones above the limit. */
export async function beginConnections(
  client: ClientBase,
  connections: { deviceId: string; linkId: string }[],
): Promise<void> {
  const deviceIds = connections.map(({ deviceId }) => deviceId);
  const rows = unnest('v', {
    id: texts(connections.map(({ linkId }) => linkId)),
    deviceId: texts(deviceIds),
  });
  const insert = insertFrom(db.insertInto('DeviceConnection'), db.selectFrom(rows), ({ ref }) => ({
    id: ref('v.id'),
    deviceId: ref('v.deviceId'),
  }));
  const excess = db
    .selectFrom(unnest('device', { id: texts(deviceIds) }))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('DeviceConnection')
          .select('DeviceConnection.id')
          .whereRef('DeviceConnection.deviceId', '=', 'device.id')
          .orderBy('DeviceConnection.id', 'desc')
          .offset(LIMITS.deviceConnections)
          .as('old'),
      (join) => join.onTrue(),
    )
    .select('old.id');
  const remove = db.deleteFrom('DeviceConnection').where('id', 'in', excess);
  await settleAll([execute(client, prepared(insert)), execute(client, prepared(remove))]);
}

/** Records the end of connections. The time of an earlier end stays. */
export async function endConnections(client: ClientBase, linkIds: string[]): Promise<void> {
  const update = db
    .updateTable('DeviceConnection')
    .set({ disconnectedAt: now })
    .where('id', '=', anyOf(linkIds))
    .where('disconnectedAt', 'is', null);
  await execute(client, prepared(update));
}

/** Marks connections as open that another node had recorded as ended. */
export async function resumeConnections(client: ClientBase, linkIds: string[]): Promise<void> {
  const update = db
    .updateTable('DeviceConnection')
    .set({ disconnectedAt: null })
    .where('id', '=', anyOf(linkIds));
  await execute(client, prepared(update));
}

function toConnection({ id, connectedAt, disconnectedAt }: Row): DeviceConnection {
  return {
    _id: id,
    connectedAt: connectedAt.toISOString(),
    disconnectedAt: disconnectedAt?.toISOString() ?? null,
  };
}
