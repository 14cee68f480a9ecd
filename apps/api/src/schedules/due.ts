import { LIMITS } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { Schedule } from '../database/client/client';
import { transact } from '../database/transaction';
import { announceJob, lockOf } from '../jobs/dispatch';
import type { Service } from '../service';
import { insertMissed, insertOccurrence, settleOccurrence, type Outcome } from './occurrences';
import { findObstacle, underWay } from './overlap';
import { prepareOccurrence, startOccurrence, type Prepared, type Started } from './start';
import { timesOf, type NextAfter } from './times';

/**
 * Settles all that a schedule was due for until now, as one transaction: the occurrences, the job of the one that
 * starts, and the next time. Whoever holds the row does it; who comes later finds that it is due no more. Gives whether
 * there was something to do.
 */
export async function takeDue(service: Service, schedule: Schedule): Promise<boolean> {
  const prepared = await prepareOccurrence(service, schedule);
  const started = await transact(service.pool, lockOf(prepared), async (client) => {
    const due = await holdDue(client, schedule);
    return due && settleDue(client, { ...schedule, ...due }, prepared);
  });
  return tell(service, started);
}

interface Due {
  nextAt: Date;
  lastJobId: string | null;
  /** The database's clock. */
  now: Date;
}

/** The schedule as it was looked up, if it is due still and no other node is at it. */
async function holdDue(client: PoolClient, { id, revision }: Schedule): Promise<Due | undefined> {
  const { rows } = await client.query<Due>(
    `SELECT "nextAt", "lastJobId", now() FROM "Schedule"
     WHERE id = $1 AND revision = $2 AND "nextAt" <= now() FOR NO KEY UPDATE SKIP LOCKED`,
    [id, revision],
  );
  return rows[0];
}

async function settleDue(client: PoolClient, schedule: Schedule & Due, prepared: Prepared): Promise<Started> {
  const { id: scheduleId, now } = schedule;
  const nextAfter = timesOf(schedule);
  const { times, isCut } = timesUntil(nextAfter, schedule);
  const dueAt = times[times.length - 1] ?? now;
  const isLate = now.getTime() - dueAt.getTime() > LIMITS.scheduleLateSeconds * 1000;
  const isMissed = isLate && schedule.missed === 'skip';
  const missed = isMissed ? times : times.slice(0, -1);
  if (missed.length > 0) await insertMissed(client, { scheduleId, times: missed, isCut });
  const started = isMissed ? nothing : await settleOne(client, schedule, { dueAt, prepared });
  await client.query(
    `UPDATE "Schedule" SET "nextAt" = $2, "lastJobId" = coalesce($3, "lastJobId") WHERE id = $1`,
    [scheduleId, nextAfter(now), started.outcome.jobId ?? null],
  );
  return started;
}

/** Decides about one occurrence. That it is kept first makes sure that nobody else decides about it. */
async function settleOne(
  client: PoolClient,
  schedule: Schedule,
  { dueAt, prepared }: { dueAt: Date; prepared: Prepared },
): Promise<Started> {
  const occurrence = { scheduleId: schedule.id, dueAt, state: 'waiting' } as const;
  const occurrenceId = await insertOccurrence(client, occurrence);
  if (!occurrenceId) return nothing;
  const obstacle = await findObstacle(client, schedule);
  const started = obstacle ? withOutcome(obstacle) : await startOccurrence(client, schedule, prepared);
  await settleOccurrence(client, occurrenceId, started.outcome);
  return started;
}

const withOutcome = (outcome: Outcome): Started => ({ outcome, changed: [], deviceIds: [] });
const nothing = withOutcome({ state: 'missed' });

/** Starts the occurrence that has waited longest, once the one before it is no longer under way. */
export async function takeWaiting(service: Service, schedule: Schedule): Promise<boolean> {
  const prepared = await prepareOccurrence(service, schedule);
  const started = await transact(service.pool, lockOf(prepared), async (client) => {
    const waiting = await holdWaiting(client, schedule);
    if (!waiting) return undefined;
    const { lastJobId, occurrenceId } = waiting;
    const started = await startOccurrence(client, { ...schedule, lastJobId }, prepared);
    await settleOccurrence(client, occurrenceId, started.outcome);
    await client.query(`UPDATE "Schedule" SET "lastJobId" = coalesce($2, "lastJobId") WHERE id = $1`, [
      schedule.id,
      started.outcome.jobId ?? null,
    ]);
    return started;
  });
  return tell(service, started);
}

interface Waiting {
  lastJobId: string | null;
  occurrenceId: string;
}

/** Looked for only once the schedule is held: what another node started just before has to be seen. */
async function holdWaiting(client: PoolClient, { id, revision }: Schedule): Promise<Waiting | undefined> {
  const held = await client.query(
    'SELECT id FROM "Schedule" WHERE id = $1 AND revision = $2 FOR NO KEY UPDATE SKIP LOCKED',
    [id, revision],
  );
  if (held.rows.length === 0) return undefined;
  const { rows } = await client.query<Waiting>(
    `SELECT s."lastJobId", o.id AS "occurrenceId" FROM "Schedule" s
     JOIN "ScheduleOccurrence" o ON o."scheduleId" = s.id AND o.state = 'waiting'
     WHERE s.id = $1 AND NOT EXISTS (SELECT FROM "Run" WHERE "jobId" = s."lastJobId" AND ${underWay})
     ORDER BY o."dueAt" LIMIT 1`,
    [id],
  );
  return rows[0];
}

/** After the commit. Gives whether there was something to do. */
function tell(service: Service, started: Started | undefined): boolean {
  if (!started) return false;
  announceJob(service, started);
  service.metrics.scheduleOccurrences.inc({ state: started.outcome.state });
  return true;
}

const dayMs = 86_400_000;

/** More than a day of minutes: beyond it, times are passed over up to a day ago. */
const timesMax = 2_000;

/** The times that are due, from the first to now, the oldest of very many left out. */
function timesUntil(
  nextAfter: NextAfter,
  { nextAt, now }: { nextAt: Date; now: Date },
): { times: Date[]; isCut: boolean } {
  let [times, isCut] = [[nextAt], false];
  for (let next = nextAfter(nextAt); next && next <= now; next = nextAfter(next)) {
    if (times.length === timesMax && !isCut) {
      [times, isCut] = [[], true];
      next = nextAfter(new Date(now.getTime() - dayMs)) ?? now;
    }
    times.push(next);
  }
  return { times, isCut };
}
