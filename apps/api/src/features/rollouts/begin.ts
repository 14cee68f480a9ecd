import type { RolloutRequest } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { AppContext } from '../../context/app-context';
import { anyOf, insertFrom, ints, now, unnest } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import type { Targets } from '../devices/targets';
import { advanceRollout } from './advance';
import { defaultShares, waveSizes } from './waves';

/** Inserts the rollout of a new job. Returns the wave of each device, or nothing for a rollout by devices per minute. */
export async function insertRollout(
  client: PoolClient,
  { jobId, rollout, devices }: { jobId: string; rollout: RolloutRequest; devices: number },
): Promise<number[]> {
  const { perMinute = null, stopAfterFailedPercent = null } = rollout;
  const shares = perMinute === null ? (rollout.waves ?? defaultShares) : [];
  const sizes = perMinute === null ? waveSizes(devices, shares) : [];
  const values = { jobId, devices, perMinute, stopAfterFailedPercent, shares };
  await execute(client, db.insertInto('Rollout').values(values));
  const waves = unnest('wave', { n: ints(sizes.map((_, index) => index + 1)), devices: ints(sizes) });
  const insert = insertFrom(db.insertInto('RolloutWave'), db.selectFrom(waves), ({ ref }) => ({
    jobId,
    n: ref('wave.n'),
    devices: ref('wave.devices'),
  }));
  await execute(client, insert);
  return sizes.flatMap((size, index) => Array<number>(size).fill(index + 1));
}

/** Puts online devices first, so that the first waves give results soon. Devices that are named stay in their order. */
export async function orderByReachability<Target extends { id: string }>(
  client: PoolClient,
  devices: Target[],
  { devices: named = [] }: Targets,
): Promise<Target[]> {
  const select = db
    .selectFrom('Device as d')
    .innerJoin('Node as n', 'n.id', 'd.nodeId')
    .select('d.id')
    .where('n.leaseUntil', '>', now)
    .where('d.id', '=', anyOf(devices.map(({ id }) => id)));
  const online = new Set((await execute(client, select)).map(({ id }) => id));
  const positions = new Map(named.map(({ _id }, position) => [_id, position]));
  const rankOf = ({ id }: Target) => (online.has(id) ? 0 : named.length + 1) + (positions.get(id) ?? 0);
  return [...devices].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Advances a rollout that was created or resumed. If that fails, the periodic task does it. */
export function beginRollout(context: AppContext, jobId: string): Promise<void> {
  return advanceRollout(context, jobId).catch((error: unknown) =>
    context.log.warn({ err: error }, 'could not begin a rollout, the periodic task tries again'),
  );
}
