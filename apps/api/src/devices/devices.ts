import type { Device, DeviceFilter, DeviceList, UpdateDevice } from '@drover/contract';
import { Prisma } from '../database/client/client';
import { prepared } from '../database/prepared';
import { transact } from '../database/transaction';
import { publishDevices, publishRemoved, publishRuns } from '../events/publish';
import { found } from '../http/api-error';
import { listPage, selectRows } from '../http/lists';
import { stopRuns, stopWhere } from '../runs/stop';
import type { Service } from '../service';
import { selectDevices, toDevice, type DeviceRow } from './device-record';
import { deviceConditions } from './selection';

export async function listDevices(
  { pool }: Service,
  accountId: string,
  { limit, cursor, ...selector }: DeviceFilter,
): Promise<DeviceList> {
  const conditions = await deviceConditions(pool, { accountId, selector, groupPath: 'group' });
  const rows = selectRows<DeviceRow>(pool, selectDevices, conditions);
  return listPage({ limit, cursor }, { ...rows, item: toDevice });
}

export async function getDevice({ pool }: Service, accountId: string, deviceId: string): Promise<Device> {
  const own = Prisma.sql`${selectDevices} WHERE d.id = ${deviceId} AND d."accountId" = ${accountId}`;
  const { rows } = await pool.query<DeviceRow>(prepared(own));
  return toDevice(found(rows[0]));
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
