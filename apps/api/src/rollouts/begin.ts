import type { RolloutRequest } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { Targets } from '../jobs/targets';
import type { Service } from '../service';
import { advanceRollout } from './advance';
import { usualShares, waveSizes } from './waves';

/** Begins the roll-out of a new job. Gives the wave of each of its devices; none where they come by the minute. */
export async function insertRollout(
  client: PoolClient,
  { jobId, rollout, devices }: { jobId: string; rollout: RolloutRequest; devices: number },
): Promise<number[]> {
  const { perMinute = null, stopAfterFailedPercent = null } = rollout;
  const shares = perMinute === null ? (rollout.waves ?? usualShares) : [];
  const sizes = perMinute === null ? waveSizes(devices, shares) : [];
  await client.query(
    `INSERT INTO "Rollout" ("jobId", devices, "perMinute", "stopAfterFailedPercent", shares) VALUES ($1, $2, $3, $4, $5)`,
    [jobId, devices, perMinute, stopAfterFailedPercent, shares],
  );
  await client.query(
    `INSERT INTO "RolloutWave" ("jobId", n, devices)
     SELECT $1, n, devices FROM unnest($2::int[]) WITH ORDINALITY AS wave (devices, n)`,
    [jobId, sizes],
  );
  return sizes.flatMap((size, n) => Array<number>(size).fill(n + 1));
}

/** Devices that are online first, so that the first waves show something soon; those that are named, as they are named. */
export async function orderByReach<Target extends { id: string }>(
  client: PoolClient,
  devices: Target[],
  { devices: named = [] }: Targets,
): Promise<Target[]> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT d.id FROM "Device" d JOIN "Node" n ON n.id = d."nodeId" AND n."leaseUntil" > now() WHERE d.id = ANY($1)`,
    [devices.map(({ id }) => id)],
  );
  const online = new Set(rows.map(({ id }) => id));
  const places = new Map(named.map(({ _id }, place) => [_id, place]));
  const rankOf = ({ id }: Target) => (online.has(id) ? 0 : named.length + 1) + (places.get(id) ?? 0);
  return [...devices].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Takes a roll-out on that has just begun, or goes on: at once, or else with the next look. */
export function beginRollout(service: Service, jobId: string): Promise<void> {
  return advanceRollout(service, jobId).catch((error: unknown) =>
    service.log.warn({ err: error }, 'a roll-out did not begin; the next look tries again'),
  );
}
