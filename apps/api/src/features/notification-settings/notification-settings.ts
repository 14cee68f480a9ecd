import type { DeviceSelector, NotificationSettings, UpdateNotificationSettings } from '@drover/contract';
import { Prisma } from '../../database/client/client';
import { requireDevices } from '../devices/require-devices';
import { selectorCondition } from '../devices/selection';
import { ApiError, orNotFound } from '../../errors/api-error';
import { execute } from '../../database/sql';
import { devicesWithNodes } from '../../records/device-record';
import type { AppContext } from '../../context/app-context';

/** A device that receives messages. */
interface NotificationDevice {
  id: string;
  appVersion: string;
}

export async function getNotificationSettings(
  context: AppContext,
  accountId: string,
): Promise<NotificationSettings> {
  const { devices, selector } = await findSettings(context, accountId);
  return { devices: devices.map(({ id }) => id), ...(selector && { selector }) };
}

/** Fails without changing anything if a device or the group does not belong to the account. */
export async function updateNotificationSettings(
  context: AppContext,
  accountId: string,
  { devices = [], selector }: UpdateNotificationSettings,
): Promise<void> {
  const notifyDeviceIds = await requireDevices(context.pool, accountId, devices);
  if (selector) await selectorCondition(context.pool, { accountId, selector, groupPath: 'selector.group' });
  await context.prisma.account.update({
    where: { id: accountId },
    data: { notifyDeviceIds, notifySelector: selector ?? Prisma.DbNull },
  });
}

/** Returns the listed devices that still exist, in their order, followed by those that match the selector now. */
export async function findNotificationDevices(
  context: AppContext,
  accountId: string,
): Promise<NotificationDevice[]> {
  const { devices, selector } = await findSettings(context, accountId);
  if (!selector) return devices;
  const named = new Set(devices.map(({ id }) => id));
  const selected = await selectDevices(context, accountId, selector);
  return [...devices, ...selected.filter(({ id }) => !named.has(id))];
}

async function findSettings(
  { prisma }: AppContext,
  accountId: string,
): Promise<{ devices: NotificationDevice[]; selector: DeviceSelector | null }> {
  const { notifyDeviceIds, notifySelector } = orNotFound(
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

/** Returns no devices if the group has just been deleted, because the message still goes to the inbox. */
async function selectDevices(
  { pool }: AppContext,
  accountId: string,
  selector: DeviceSelector,
): Promise<NotificationDevice[]> {
  try {
    const condition = await selectorCondition(pool, { accountId, selector, groupPath: 'selector.group' });
    return await execute(pool, devicesWithNodes.select(['d.id', 'd.appVersion']).where(condition));
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
