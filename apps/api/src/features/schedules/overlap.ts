import { LIMITS, REASONS } from '@drover/contract';
import { sql, type Expression } from 'kysely';
import type { PoolClient } from 'pg';
import type { ChangedRun } from '../../bus/bus';
import type { Schedule } from '../../database/client/client';
import { int, now } from '../../database/expressions';
import { db, execute, executeFirst } from '../../database/sql';
import { recordEnded } from '../runs/finished-events';
import { stopWhere } from '../runs/stop';
import type { Outcome } from './occurrences';

/** How long a queued run counts as active, although it was not sent, because its device may be about to get it. */
const deliverySeconds = 30;

/** The active runs of a job: those that were sent to their device, are held, or are about to be sent. */
export function activeRunsOf(jobId: Expression<string | null>) {
  return db
    .selectFrom('Run')
    .where('Run.jobId', '=', jobId)
    .where('Run.finishedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('Run.state', '!=', 'queued'),
        eb('Run.isHeld', 'is', true),
        eb('Run.sentAt', 'is not', null),
        eb(
          eb.fn.coalesce('Run.releasedAt', 'Run.createdAt'),
          '>',
          sql<Date>`now() - make_interval(secs => ${sql.lit(deliverySeconds)})`,
        ),
      ]),
    );
}

/** Returns why an occurrence cannot start now, or undefined if it can. */
export async function findObstacle(
  client: PoolClient,
  { id, overlap, lastJobId }: Schedule,
): Promise<Outcome | undefined> {
  if (overlap === 'replace') return undefined;
  const select = db.selectNoFrom((eb) => [
    eb.exists(activeRunsOf(sql<string | null>`${lastJobId}::text`)).as('isActive'),
    eb
      .selectFrom('ScheduleOccurrence')
      .select(({ fn }) => int(fn.countAll()).as('count'))
      .where('scheduleId', '=', id)
      .where('state', '=', 'waiting')
      .as('waiting'),
  ]);
  const row = await executeFirst(client, select);
  const isActive = Boolean(row?.isActive);
  const waiting = row?.waiting ?? 0;
  if (overlap === 'skip')
    return isActive ? { state: 'skipped', reason: REASONS.previous_running } : undefined;
  // The occurrence that this decides about is already waiting.
  if (waiting > LIMITS.scheduleWaitingOccurrences)
    return { state: 'skipped', reason: REASONS.too_many_waiting };
  return isActive || waiting > 1 ? { state: 'waiting' } : undefined;
}

/**
 * Ends the previous job of a schedule to make room for a new occurrence. Runs that were not sent expire. If the schedule
 * replaces runs, the other open runs are stopped.
 */
export async function endPrevious(
  client: PoolClient,
  { lastJobId, overlap }: Schedule,
): Promise<{ changed: ChangedRun[]; deviceIds: string[] }> {
  if (lastJobId === null) return { changed: [], deviceIds: [] };
  const expire = db
    .updateTable('Run')
    .set({ state: 'expired', reason: REASONS.not_connected, finishedAt: now, retriesLeft: 0 })
    .where('jobId', '=', lastJobId)
    .where('finishedAt', 'is', null)
    .where('state', '=', 'queued')
    .where('sentAt', 'is', null)
    .where('isHeld', 'is', false)
    .returning(['id', 'state']);
  const expired = await execute(client, expire);
  await recordEnded(client, expired);
  if (overlap !== 'replace') return { changed: expired, deviceIds: [] };
  const stopped = await stopWhere(client, {
    where: (eb) => eb('jobId', '=', lastJobId),
    reason: REASONS.replaced,
  });
  return { changed: [...expired, ...stopped], deviceIds: stopped.map(({ deviceId }) => deviceId) };
}
