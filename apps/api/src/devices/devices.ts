import type { Device, DeviceFilter, DeviceList, UpdateDevice } from '@drover/contract';
import type { Prisma } from '../database/client/client';
import { transact } from '../database/transaction';
import { publishDevices, publishRemoved, publishRuns } from '../events/publish';
import { found } from '../http/api-error';
import { listPage, literally } from '../http/lists';
import { stopRuns, stopWhere } from '../jobs/stop';
import type { Service } from '../service';

const withNode = { node: { select: { leaseUntil: true } } } as const;
type Row = Prisma.DeviceGetPayload<{ include: typeof withNode }>;

export async function listDevices(
  { prisma }: Service,
  accountId: string,
  filter: DeviceFilter,
): Promise<DeviceList> {
  const where: Prisma.DeviceWhereInput = {
    accountId,
    brand: whole(filter.brand),
    model: whole(filter.model),
    appVersion: whole(filter.appVersion),
    name: filter.name === undefined ? undefined : { contains: literally(filter.name), mode: 'insensitive' },
    tagKeys: filter.tag === undefined ? undefined : { has: filter.tag.toLowerCase() },
    ...(filter.online !== undefined && onlineIs(filter.online)),
  };
  return listPage(filter, {
    find: (page) =>
      prisma.device.findMany({ ...page, where: { AND: [where, page.where] }, include: withNode }),
    count: () => prisma.device.count({ where }),
    item: toDevice,
  });
}

export async function getDevice({ prisma }: Service, accountId: string, deviceId: string): Promise<Device> {
  const row = await prisma.device.findFirst({ where: { id: deviceId, accountId }, include: withNode });
  return toDevice(found(row));
}

export async function updateDevice(
  service: Service,
  { accountId, deviceId }: { accountId: string; deviceId: string },
  { name, tags }: UpdateDevice,
): Promise<void> {
  const { count } = await service.prisma.device.updateMany({
    where: { id: deviceId, accountId },
    data: { name, tags, tagKeys: tags?.map((tag) => tag.toLowerCase()) },
  });
  found(count || null);
  publishDevices(service, [deviceId]);
}

/** Its queue is canceled and its credential withdrawn; the history of its runs stays. */
export async function removeDevice(service: Service, accountId: string, deviceId: string): Promise<void> {
  const stopped = await transact(service.pool, async (client) => {
    const removal = 'DELETE FROM "Device" WHERE id = $1 AND "accountId" = $2';
    found((await client.query(removal, [deviceId, accountId])).rowCount || null);
    const values: [string, string] = ['the device was deleted', deviceId];
    return stopWhere(client, { where: '"deviceId" = $2', values, isDeviceGone: true });
  });
  publishRuns(service, stopped);
  service.bus.publish('removed', { deviceIds: [deviceId] });
  publishRemoved(service, { accountId, deviceId });
}

/** Stops whatever runs or waits on the device. */
export async function stopDevice(service: Service, accountId: string, deviceId: string): Promise<void> {
  await getDevice(service, accountId, deviceId);
  await stopRuns(service, { accountId, deviceIds: [deviceId] });
}

export function toDevice(row: Row): Device {
  return {
    _id: row.id,
    online: row.node !== null && row.node.leaseUntil > new Date(),
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

function whole(text: string | undefined): Prisma.StringFilter | undefined {
  return text === undefined ? undefined : { equals: literally(text), mode: 'insensitive' };
}

/** A node that died takes its devices with it: they are online no longer than its lease. */
function onlineIs(online: boolean): Prisma.DeviceWhereInput {
  const isLeased = { leaseUntil: { gt: new Date() } };
  return online ? { node: isLeased } : { OR: [{ nodeId: null }, { node: { isNot: isLeased } }] };
}
