import type { Device } from '@drover/contract';
import { Prisma } from '../database/client/client';

/** What is shown of a device, with the lease of the node that holds its link. */
export interface DeviceRow extends Omit<Device, '_id' | 'online' | 'lastSeenAt' | 'createdAt'> {
  id: string;
  accountId: string;
  lastSeenAt: Date | null;
  createdAt: Date;
  leaseUntil: Date | null;
}

/** To be followed by WHERE. */
export const selectDevices = Prisma.sql`
  SELECT d.id, d."accountId", d.name, COALESCE(d.tags, '{}') AS tags, d.brand, d.model, d.platform, d."appVersion",
    d."lastSeenAt", d."createdAt", n."leaseUntil"
  FROM "Device" d LEFT JOIN "Node" n ON n.id = d."nodeId"`;

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
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
