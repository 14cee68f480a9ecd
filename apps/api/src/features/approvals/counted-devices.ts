import { LIMITS } from '@drover/contract';
import type { Pool, PoolClient } from 'pg';
import { insertFrom, now, secondsAgo, texts, unnest } from '../../database/expressions';
import { db, execute, executeFirst } from '../../database/sql';
import { transact } from '../../database/transaction';

/** Whose runs of which script are counted together. */
interface Starter {
  accountId: string;
  /** The person, or the token of the workspace. */
  starterId: string;
  /** ID of the script, or the kind of jobs without a script. */
  script: string;
}

interface Count extends Starter {
  maxDevices: number;
  /** Whether the devices count for the next runs. Those of a run that needs approval for another reason do not. */
  isCounted: boolean;
}

/**
 * Returns whether a run on these devices is one too many, together with the devices on which the same starter ran the
 * script in the last hour without approval. Otherwise counts its devices. One starter's requests run one after the other,
 * so that two at once cannot both stay below the limit. A run that fails to start afterwards has been counted.
 */
export async function exceedsRecent(
  pool: Pool,
  { maxDevices, isCounted, ...starter }: Count,
  deviceIds: string[],
): Promise<boolean> {
  return transact(pool, { lock: `approvals ${starter.accountId} ${starter.starterId}` }, async (client) => {
    const free = maxDevices - deviceIds.length;
    if (free < 0 || (await countOthers(client, starter, { deviceIds, max: free + 1 })) > free) return true;
    if (isCounted) await execute(client, insertDevices(starter, deviceIds));
    return false;
  });
}

/** Counts the other devices that still count, up to a maximum. */
async function countOthers(
  client: PoolClient,
  { accountId, starterId, script }: Starter,
  { deviceIds, max }: { deviceIds: string[]; max: number },
): Promise<number> {
  const devices = unnest('v', { id: texts(deviceIds) });
  const others = db
    .selectFrom('CountedDevice as c')
    .select('c.deviceId')
    .where('c.accountId', '=', accountId)
    .where('c.starterId', '=', starterId)
    .where('c.script', '=', script)
    .where('c.startedAt', '>', secondsAgo(LIMITS.approvalWindowSeconds))
    .where(({ not, exists, ref }) =>
      not(exists(db.selectFrom(devices).select('v.id').whereRef('v.id', '=', ref('c.deviceId')))),
    )
    .limit(max);
  const count = db.selectFrom(others.as('others')).select(({ fn }) => fn.countAll<string>().as('count'));
  return Number((await executeFirst(client, count))?.count);
}

function insertDevices({ accountId, starterId, script }: Starter, deviceIds: string[]) {
  const devices = unnest('v', { id: texts(deviceIds) });
  return insertFrom(db.insertInto('CountedDevice'), db.selectFrom(devices), (eb) => ({
    ...{ accountId, starterId, script },
    deviceId: eb.ref('v.id'),
    startedAt: now,
  })).onConflict((conflict) =>
    conflict.columns(['accountId', 'starterId', 'script', 'deviceId']).doUpdateSet({ startedAt: now }),
  );
}

/** Deletes the devices that no longer count. */
export async function removeUncounted(pool: Pool): Promise<void> {
  const remove = db
    .deleteFrom('CountedDevice')
    .where('startedAt', '<=', secondsAgo(LIMITS.approvalWindowSeconds));
  await execute(pool, remove);
}
