import { REASONS, type ManyDevices, type UpdateDevices } from '@drover/contract';
import { allDevices } from '../../auth/caller';
import { publishDevices } from '../../bus/publish-changes';
import type { AppContext } from '../../context/app-context';
import { anyOf } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { transact } from '../../database/transaction';
import { stopWhere, type StopWhere } from '../runs/stop';
import { announceRemoval, tagColumns } from './devices';
import { findDevices } from './targets';

/** Replaces the tags of devices. Changes nothing if one of them is unknown. */
export async function updateDevices(
  context: AppContext,
  accountId: string,
  { tags, ...targets }: UpdateDevices,
): Promise<void> {
  const deviceIds = await transact(context.pool, async (client) => {
    const devices = await findDevices(client, { scope: allDevices(accountId), targets, isLocked: true });
    const ids = devices.map(({ id }) => id);
    await execute(client, db.updateTable('Device').set(tagColumns(tags)).where('id', '=', anyOf(ids)));
    return ids;
  });
  publishDevices(context, deviceIds);
}

/** Deletes devices and their tokens, and cancels their queues. Deletes none if one of them is unknown. */
export async function removeDevices(
  context: AppContext,
  accountId: string,
  targets: ManyDevices,
): Promise<void> {
  const { deviceIds, stopped } = await transact(context.pool, async (client) => {
    const devices = await findDevices(client, { scope: allDevices(accountId), targets, isLocked: true });
    const deviceIds = devices.map(({ id }) => id);
    await execute(client, db.deleteFrom('Device').where('id', '=', anyOf(deviceIds)));
    const reason = REASONS.device_deleted;
    const stop = { where: onDevices(deviceIds), reason, isDeviceGone: true };
    return { deviceIds, stopped: await stopWhere(client, stop) };
  });
  announceRemoval(context, { accountId, deviceIds }, stopped);
}

const onDevices =
  (deviceIds: string[]): StopWhere['where'] =>
  (eb) =>
    eb('deviceId', '=', anyOf(deviceIds));
