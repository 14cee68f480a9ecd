import { LIMITS, type DeviceConnection, type DeviceConnectionList, type Paging } from '@drover/contract';
import type { ClientBase } from 'pg';
import type { DeviceConnection as Row } from '../database/client/client';
import { findRows, listPage } from '../http/lists';
import type { Service } from '../service';
import { getDevice } from './devices';

/** When the device was online. */
export async function listConnections(
  service: Service,
  { accountId, deviceId }: { accountId: string; deviceId: string },
  paging: Paging,
): Promise<DeviceConnectionList> {
  await getDevice(service, accountId, deviceId);
  const { prisma } = service;
  return listPage(paging, { ...findRows(prisma.deviceConnection, { deviceId }), item: toConnection });
}

/** Writes that devices are connected by these links; the oldest connections beyond the limit go. */
export async function beginConnections(
  client: ClientBase,
  connections: { deviceId: string; linkId: string }[],
): Promise<void> {
  const deviceIds = connections.map(({ deviceId }) => deviceId);
  await client.query(
    `INSERT INTO "DeviceConnection" (id, "deviceId") SELECT * FROM unnest($1::text[], $2::text[])`,
    [connections.map(({ linkId }) => linkId), deviceIds],
  );
  await client.query(
    `DELETE FROM "DeviceConnection" WHERE id IN (
       SELECT old.id FROM unnest($1::text[]) AS device (id), LATERAL (
         SELECT id FROM "DeviceConnection" WHERE "deviceId" = device.id ORDER BY id DESC OFFSET $2
       ) old
     )`,
    [deviceIds, LIMITS.deviceConnections],
  );
}

/** Writes that links ended; one that had ended before ended then. */
export async function endConnections(client: ClientBase, linkIds: string[]): Promise<void> {
  await client.query(
    `UPDATE "DeviceConnection" SET "disconnectedAt" = now() WHERE id = ANY($1) AND "disconnectedAt" IS NULL`,
    [linkIds],
  );
}

/** Writes that links stand that were taken for ended. */
export async function resumeConnections(client: ClientBase, linkIds: string[]): Promise<void> {
  await client.query('UPDATE "DeviceConnection" SET "disconnectedAt" = NULL WHERE id = ANY($1)', [linkIds]);
}

function toConnection({ id, connectedAt, disconnectedAt }: Row): DeviceConnection {
  return {
    _id: id,
    connectedAt: connectedAt.toISOString(),
    disconnectedAt: disconnectedAt?.toISOString() ?? null,
  };
}
