import { messageParts } from '../bus/bus';
import type { Service } from '../service';

/**
 * Tells the nodes that hold these devices that there is work for them. To be called after the commit: a device that
 * connects later finds its work by itself. A node that does not hear it finds the work with its sweep.
 */
export function wakeDevices(service: Service, deviceIds: string[]): void {
  const { bus, nodeId, log } = service;
  if (deviceIds.length === 0) return;
  bus.publish('wake', { deviceIds }, nodeId);
  if (!bus.isShared) return;
  wakeElsewhere(service, deviceIds).catch((error: unknown) =>
    log.warn({ err: error }, 'other nodes not woken; their sweep finds the work'),
  );
}

async function wakeElsewhere({ pool, bus, nodeId }: Service, deviceIds: string[]): Promise<void> {
  const { rows } = await pool.query<{ nodeId: string; deviceIds: string[] }>(
    `SELECT "nodeId", array_agg(id) AS "deviceIds" FROM "Device" WHERE id = ANY($1) AND "nodeId" <> $2 GROUP BY "nodeId"`,
    [deviceIds, nodeId],
  );
  for (const row of rows) {
    for (const part of messageParts(row.deviceIds)) bus.publish('wake', { deviceIds: part }, row.nodeId);
  }
}
