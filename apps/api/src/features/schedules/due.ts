import { LIMITS } from '@drover/contract';
import type { NotNull } from 'kysely';
import type { PoolClient } from 'pg';
import type { Schedule } from '../../database/client/client';
import { now } from '../../database/expressions';
import { db, execute, executeFirst } from '../../database/sql';
import { transact } from '../../database/transaction';
import { announceJob, scriptLock } from '../jobs/create-job';
import type { AppContext } from '../../context/app-context';
import { insertMissed, insertOccurrence, settleOccurrence, type Outcome } from './occurrences';
import { activeRunsOf, findObstacle } from './overlap';
import { buildOccurrenceJob, startOccurrence, type Prepared, type Started } from './start';
import { timesOf, type NextAfter } from './times';

/**
 * Handles everything that a schedule was due for until now, in one transaction: the occurrences, the job of the one that
 * starts, and the next time. The node that locks the row does it, and other nodes then find that it is no longer due.
 * Returns whether there was something to do.
 */
export async function handleDue(context: AppContext, schedule: Schedule): Promise<boolean> {
  const prepared = await buildOccurrenceJob(context, schedule);
  const started = await transact(context.pool, scriptLock(prepared), async (client) => {
    const due = await lockDue(client, schedule);
    return due && settleDue(client, { ...schedule, ...due }, prepared);
  });
  return publishStart(context, started);
}

interface Due {
  nextAt: Date;
  lastJobId: string | null;
  /** The database's clock. */
  now: Date;
}

/** Locks the schedule if it did not change since it was read, is still due, and is not locked by another node. */
async function lockDue(client: PoolClient, { id, revision }: Schedule): Promise<Due | undefined> {
  const select = db
    .selectFrom('Schedule')
    .select(['nextAt', 'lastJobId', now.as('now')])
    .where('id', '=', id)
    .where('revision', '=', revision)
    .where('nextAt', '<=', now)
    .forNoKeyUpdate()
    .skipLocked()
    .$narrowType<{ nextAt: NotNull }>();
  return executeFirst(client, select);
}

async function settleDue(client: PoolClient, schedule: Schedule & Due, prepared: Prepared): Promise<Started> {
  const { id: scheduleId, now: clock } = schedule;
  const nextAfter = timesOf(schedule);
  const { times, isCut } = timesUntil(nextAfter, schedule);
  const dueAt = times[times.length - 1] ?? clock;
  const isLate = clock.getTime() - dueAt.getTime() > LIMITS.scheduleLateSeconds * 1000;
  const isMissed = isLate && schedule.missed === 'skip';
  const missed = isMissed ? times : times.slice(0, -1);
  if (missed.length > 0) await insertMissed(client, { scheduleId, times: missed, isCut });
  const started = isMissed ? nothing : await settleOne(client, schedule, { dueAt, prepared });
  const { jobId } = started.outcome;
  const update = db
    .updateTable('Schedule')
    .set({ nextAt: nextAfter(clock), ...(jobId && { lastJobId: jobId }) })
    .where('id', '=', scheduleId);
  await execute(client, update);
  return started;
}

/** Decides about one occurrence. Inserting it first makes sure that no other node decides about it too. */
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

/** Starts the oldest waiting occurrence, once the runs of the previous one are no longer active. */
export async function handleWaiting(context: AppContext, schedule: Schedule): Promise<boolean> {
  const prepared = await buildOccurrenceJob(context, schedule);
  const started = await transact(context.pool, scriptLock(prepared), async (client) => {
    const waiting = await lockWaiting(client, schedule);
    if (!waiting) return undefined;
    const { lastJobId, occurrenceId } = waiting;
    const started = await startOccurrence(client, { ...schedule, lastJobId }, prepared);
    await settleOccurrence(client, occurrenceId, started.outcome);
    const { jobId } = started.outcome;
    if (jobId) {
      await execute(
        client,
        db.updateTable('Schedule').set({ lastJobId: jobId }).where('id', '=', schedule.id),
      );
    }
    return started;
  });
  return publishStart(context, started);
}

interface Waiting {
  lastJobId: string | null;
  occurrenceId: string;
}

/** Reads the occurrence only after locking the schedule, so that a start by another node is visible. */
async function lockWaiting(client: PoolClient, { id, revision }: Schedule): Promise<Waiting | undefined> {
  const lock = db
    .selectFrom('Schedule')
    .select('id')
    .where('id', '=', id)
    .where('revision', '=', revision)
    .forNoKeyUpdate()
    .skipLocked();
  if (!(await executeFirst(client, lock))) return undefined;
  const select = db
    .selectFrom('Schedule as s')
    .innerJoin('ScheduleOccurrence as o', 'o.scheduleId', 's.id')
    .select(['s.lastJobId', 'o.id as occurrenceId'])
    .where('s.id', '=', id)
    .where('o.state', '=', 'waiting')
    .where((eb) => eb.not(eb.exists(activeRunsOf(eb.ref('s.lastJobId')))))
    .orderBy('o.dueAt')
    .limit(1);
  return executeFirst(client, select);
}

/** Publishes a start. Call it after the commit. Returns whether there was one. */
function publishStart(context: AppContext, started: Started | undefined): boolean {
  if (!started) return false;
  announceJob(context, started);
  context.metrics.scheduleOccurrences.inc({ state: started.outcome.state });
  return true;
}

const dayMs = 86_400_000;

/** More times than minutes in a day. Above it, times that are older than a day are left out. */
const timesMax = 2_000;

/** Returns the due times in order. If there are too many, the oldest ones are left out. */
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
