import type { NotNull } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { anyOf } from '../database/expressions';
import { db, execute } from '../database/sql';
import { splitIntoMessages, type Bus } from './bus';

/** The part of the application context that waking devices needs. */
interface WakeContext {
  pool: Pool;
  bus: Bus;
  nodeId: string;
  log: Pick<Logger, 'warn'>;
}

/**
 * Notifies the nodes that the devices are connected to that there is work. Call it after the commit. A node that
 * misses the message finds the work in its next sweep, and a device that connects later is sent its work then.
 */
export function wakeDevices(context: WakeContext, deviceIds: string[]): void {
  const { bus, nodeId, log } = context;
  if (deviceIds.length === 0) return;
  bus.publish('wake', { deviceIds }, nodeId);
  if (!bus.isShared) return;
  wakeElsewhere(context, deviceIds).catch((error: unknown) =>
    log.warn({ err: error }, 'could not wake devices on other nodes, their next sweep sends the work'),
  );
}

async function wakeElsewhere({ pool, bus, nodeId }: WakeContext, deviceIds: string[]): Promise<void> {
  const select = db
    .selectFrom('Device')
    .select(({ fn }) => ['nodeId', fn.agg<string[]>('array_agg', ['id']).as('deviceIds')])
    .where('id', '=', anyOf(deviceIds))
    .where('nodeId', '!=', nodeId)
    .groupBy('nodeId')
    .$narrowType<{ nodeId: NotNull }>();
  const rows = await execute(pool, select);
  for (const row of rows) {
    for (const part of splitIntoMessages(row.deviceIds)) bus.publish('wake', { deviceIds: part }, row.nodeId);
  }
}
