import type { DeviceSelector, NotificationSettings, UpdateNotificationSettings } from '@drover/contract';
import { allDevices, type DeviceScope } from '../../auth/caller';
import { Prisma } from '../../database/client/client';
import { requireDevices } from '../devices/require-devices';
import { ruleCondition, ruleValues, selectorCondition } from '../devices/selection';
import { ApiError, orNotFound } from '../../errors/api-error';
import { anyOf } from '../../database/expressions';
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
  scope: DeviceScope,
): Promise<NotificationSettings> {
  const { devices, selector } = await findSettings(context, scope);
  return { devices: devices.map(({ id }) => id), ...(selector && { selector }) };
}

/** Fails without changing anything if a device or the group does not belong to the account. */
export async function updateNotificationSettings(
  context: AppContext,
  accountId: string,
  { devices = [], selector }: UpdateNotificationSettings,
): Promise<void> {
  const notifyDeviceIds = await requireDevices(context.pool, accountId, devices);
  if (selector)
    await selectorCondition(context.pool, {
      scope: allDevices(accountId),
      selector,
      groupPath: 'selector.group',
    });
  await context.prisma.account.update({
    where: { id: accountId },
    data: { notifyDeviceIds, notifySelector: selector ?? Prisma.DbNull },
  });
}

/** Returns the listed devices that still exist, in their order, followed by those that match the selector now. */
export async function findNotificationDevices(
  context: AppContext,
  scope: DeviceScope,
): Promise<NotificationDevice[]> {
  const { devices, selector } = await findSettings(context, scope);
  if (!selector) return devices;
  const named = new Set(devices.map(({ id }) => id));
  const selected = await selectDevices(context, scope, selector);
  return [...devices, ...selected.filter(({ id }) => !named.has(id))];
}

async function findSettings(
  { pool, prisma }: AppContext,
  scope: DeviceScope,
): Promise<{ devices: NotificationDevice[]; selector: DeviceSelector | null }> {
  const { notifyDeviceIds, notifySelector } = orNotFound(
    await prisma.account.findUnique({
      where: { id: scope.accountId },
      select: { notifyDeviceIds: true, notifySelector: true },
    }),
  );
  const condition = ruleCondition(ruleValues(scope, {}));
  const select = devicesWithNodes
    .select(['d.id', 'd.appVersion'])
    .where('d.id', '=', anyOf(notifyDeviceIds))
    .where(condition);
  const devices = await execute(pool, select);
  const byId = new Map(devices.map((device) => [device.id, device]));
  return {
    devices: notifyDeviceIds.flatMap((id) => byId.get(id) ?? []),
    selector: notifySelector as DeviceSelector | null,
  };
}

/** Returns no devices if the group has just been deleted, because the message still goes to the inbox. */
async function selectDevices(
  { pool }: AppContext,
  scope: DeviceScope,
  selector: DeviceSelector,
): Promise<NotificationDevice[]> {
  try {
    const condition = await selectorCondition(pool, { scope, selector, groupPath: 'selector.group' });
    return await execute(pool, devicesWithNodes.select(['d.id', 'd.appVersion']).where(condition));
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
