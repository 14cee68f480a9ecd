import type { AppContext } from '../../context/app-context';
import { db, execute } from '../../database/sql';
import { withdrawnHash } from '../../records/withdrawn-credential';

/**
 * Withdraws the token of a device and closes its link. The device and its history stay. Its machine can enrol again, as
 * another device.
 */
export async function withdrawCredential(context: AppContext, deviceId: string): Promise<void> {
  const tokenHash = withdrawnHash(deviceId);
  await execute(context.pool, db.updateTable('Device').set({ tokenHash }).where('id', '=', deviceId));
  context.bus.publish('removed', { deviceIds: [deviceId] });
}
