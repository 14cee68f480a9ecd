import { Id, type NotificationSettings } from '@drover/contract';
import { ApiError, found } from '../http/api-error';
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
  return { devices: (await notificationDevices(service, accountId)).map(({ id }) => id) };
}

/** A device that is not the caller's fails it whole, and each such device is named. */
export async function updateNotificationSettings(
  service: Service,
  accountId: string,
  { devices }: NotificationSettings,
): Promise<void> {
  const ids = devices.filter((id) => Id.safeParse(id).success);
  const known = new Set((await findDevices(service, accountId, ids)).map(({ id }) => id));
  const unknown = devices.flatMap((id, index) => (known.has(id) ? [] : [index]));
  if (unknown.length > 0) {
    throw new ApiError('notFound', {
      message: 'Some devices are not there, or not yours; see "errors". Nothing was changed.',
      errors: unknown.map((index) => ({
        path: `devices.${index}`,
        message: 'must be the id of one of your devices',
      })),
    });
  }
  await service.prisma.account.update({
    where: { id: accountId },
    data: { notifyDeviceIds: [...new Set(devices)] },
  });
}

/** The chosen devices that are still there, in the order of the choice. */
export async function notificationDevices(
  service: Service,
  accountId: string,
): Promise<NotificationDevice[]> {
  const { notifyDeviceIds } = found(
    await service.prisma.account.findUnique({
      where: { id: accountId },
      select: { notifyDeviceIds: true },
    }),
  );
  const devices = await findDevices(service, accountId, notifyDeviceIds);
  const byId = new Map(devices.map((device) => [device.id, device]));
  return notifyDeviceIds.flatMap((id) => byId.get(id) ?? []);
}

async function findDevices(
  { prisma }: Service,
  accountId: string,
  ids: string[],
): Promise<NotificationDevice[]> {
  return prisma.device.findMany({
    where: { accountId, id: { in: ids } },
    select: { id: true, appVersion: true },
  });
}
