import type { DeviceSelector, NotificationSettings, UpdateNotificationSettings } from '@drover/contract';
import { Prisma } from '../database/client/client';
import { namedDevices } from '../devices/named';
import { deviceConditions } from '../devices/selection';
import { ApiError, found } from '../http/api-error';
import { allOf } from '../http/lists';
import type { Service } from '../service';

/** A device that messages go to. */
interface NotificationDevice {
  id: string;
  appVersion: string;
}

export async function getNotificationSettings(
  service: Service,
  accountId: string,
): Promise<NotificationSettings> {
  const { devices, selector } = await findSettings(service, accountId);
  return { devices: devices.map(({ id }) => id), ...(selector && { selector }) };
}

/** A device or a group that is not the caller's fails it whole. */
export async function updateNotificationSettings(
  service: Service,
  accountId: string,
  { devices = [], selector }: UpdateNotificationSettings,
): Promise<void> {
  const notifyDeviceIds = await namedDevices(service.pool, accountId, devices);
  if (selector) await deviceConditions(service.pool, { accountId, selector, groupPath: 'selector.group' });
  await service.prisma.account.update({
    where: { id: accountId },
    data: { notifyDeviceIds, notifySelector: selector ?? Prisma.DbNull },
  });
}

/** The chosen devices that are still there, in the order of the choice, and those that the selector chooses now. */
export async function notificationDevices(
  service: Service,
  accountId: string,
): Promise<NotificationDevice[]> {
  const { devices, selector } = await findSettings(service, accountId);
  if (!selector) return devices;
  const named = new Set(devices.map(({ id }) => id));
  const selected = await selectDevices(service, accountId, selector);
  return [...devices, ...selected.filter(({ id }) => !named.has(id))];
}

async function findSettings(
  { prisma }: Service,
  accountId: string,
): Promise<{ devices: NotificationDevice[]; selector: DeviceSelector | null }> {
  const { notifyDeviceIds, notifySelector } = found(
    await prisma.account.findUnique({
      where: { id: accountId },
      select: { notifyDeviceIds: true, notifySelector: true },
    }),
  );
  const devices = await prisma.device.findMany({
    where: { accountId, id: { in: notifyDeviceIds } },
    select: { id: true, appVersion: true },
  });
  const byId = new Map(devices.map((device) => [device.id, device]));
  return {
    devices: notifyDeviceIds.flatMap((id) => byId.get(id) ?? []),
    selector: notifySelector as DeviceSelector | null,
  };
}

/** A group that went this moment chooses nobody: the message is for the inbox all the same. */
async function selectDevices(
  { pool }: Service,
  accountId: string,
  selector: DeviceSelector,
): Promise<NotificationDevice[]> {
  try {
    const conditions = await deviceConditions(pool, { accountId, selector, groupPath: 'selector.group' });
    const { rows } = await pool.query<NotificationDevice>(
      Prisma.sql`SELECT d.id, d."appVersion" FROM "Device" d LEFT JOIN "Node" n ON n.id = d."nodeId"
                 WHERE ${allOf(conditions)}`,
    );
    return rows;
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
