import type { Device } from '@drover/contract';
import type { InferResult } from 'kysely';
import { textArray } from '../database/expressions';
import { db } from '../database/sql';

/** Devices, each with the node that it is connected to. */
export const devicesWithNodes = db.selectFrom('Device as d').leftJoin('Node as n', 'n.id', 'd.nodeId');

/** Selects devices as `toDevice` needs them. */
export const selectDevices = devicesWithNodes.select((eb) => [
  ...([
    'd.id',
    'd.accountId',
    'd.name',
    'd.brand',
    'd.model',
    'd.platform',
    'd.isolation',
    'd.appVersion',
  ] as const),
  ...(['d.lastSeenAt', 'd.createdAt', 'n.leaseUntil'] as const),
  eb.fn.coalesce('d.tags', textArray([])).as('tags'),
]);

type DeviceRow = InferResult<typeof selectDevices>[number];

export function toDevice(row: DeviceRow): Device {
  return {
    _id: row.id,
    online: row.leaseUntil !== null && row.leaseUntil > new Date(),
    tags: row.tags,
    name: row.name,
    brand: row.brand,
    model: row.model,
    appVersion: row.appVersion,
    platform: row.platform,
    isolation: row.isolation,
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
