import { LIMITS } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { ChangedRun } from '../bus/bus';
import type { Schedule } from '../database/client/client';
import { stopWhere } from '../runs/stop';
import { recordEnded } from '../webhooks/happenings';
import type { Outcome } from './occurrences';

/**
 * Condition on "Run": some device is at it, or may be, or its time in its job is to come. What has not reached its device
 * is not under way, unless it is so young that the device may be about to get it.
 */
export const underWay = `("finishedAt" IS NULL AND (state <> 'queued' OR "isHeld" OR "offeredAt" IS NOT NULL
    OR coalesce("releasedAt", "createdAt") > now() - interval '30 seconds'))`;

/** What keeps an occurrence from starting now, if anything does. */
export async function findObstacle(
  client: PoolClient,
  { id, overlap, lastJobId }: Schedule,
): Promise<Outcome | undefined> {
  if (overlap === 'replace') return undefined;
  const { rows } = await client.query<{ isUnderWay: boolean; waiting: number }>(
    `SELECT EXISTS (SELECT FROM "Run" WHERE "jobId" = $2 AND ${underWay}) AS "isUnderWay",
            (SELECT count(*)::int FROM "ScheduleOccurrence" WHERE "scheduleId" = $1 AND state = 'waiting') AS waiting`,
    [id, lastJobId],
  );
  const { isUnderWay = false, waiting = 0 } = rows[0] ?? {};
  if (overlap === 'skip')
    return isUnderWay ? { state: 'skipped', reason: 'previous still running' } : undefined;
  // The occurrence that is being decided waits already.
  if (waiting > LIMITS.scheduleWaiting) return { state: 'skipped', reason: 'too many are waiting' };
  return isUnderWay || waiting > 1 ? { state: 'waiting' } : undefined;
}

/**
 * Makes room for a new occurrence: what of the one before has not reached its device has missed its time; what is under
 * way, if it may be replaced, is stopped.
 */
export async function endPrevious(
  client: PoolClient,
  { lastJobId, overlap }: Schedule,
): Promise<{ changed: ChangedRun[]; deviceIds: string[] }> {
  if (lastJobId === null) return { changed: [], deviceIds: [] };
  const { rows } = await client.query<ChangedRun>(
    `UPDATE "Run" SET state = 'expired', reason = 'the device was not reached in time', "finishedAt" = now(),
            "retriesLeft" = 0
     WHERE "jobId" = $1 AND "finishedAt" IS NULL AND state = 'queued' AND "offeredAt" IS NULL AND NOT "isHeld" RETURNING id, state`,
    [lastJobId],
  );
  await recordEnded(client, rows);
  if (overlap !== 'replace') return { changed: rows, deviceIds: [] };
  const stopped = await stopWhere(client, { where: '"jobId" = $2', values: ['replaced', lastJobId] });
  return { changed: [...rows, ...stopped], deviceIds: stopped.map(({ deviceId }) => deviceId) };
}
