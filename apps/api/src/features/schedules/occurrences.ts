import { LIMITS, type OccurrenceList, type OccurrenceState, type Paging, REASONS } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { DeviceScope } from '../../auth/caller';
import { enumValue, insertFrom, now, texts, timestamps, unnest } from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, execute, executeFirst } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';
import { listPage, queryRows } from '../../database/lists';
import type { AppContext } from '../../context/app-context';
import { scopeValues } from '../../records/device-scope';
import { recordMissed } from './missed-events';
import { selectOccurrences, toOccurrence } from '../../records/occurrence-record';

/** A schedule, and the account that must own it. */
export interface ScheduleIds {
  accountId: string;
  scheduleId: string;
}

export async function listOccurrences(
  { pool, prisma }: AppContext,
  { scheduleId, ...scope }: DeviceScope & ScheduleIds,
  paging: Paging,
): Promise<OccurrenceList> {
  const { accountId } = scope;
  orNotFound(await prisma.schedule.findFirst({ where: { id: scheduleId, accountId }, select: { id: true } }));
  const values = { accountId, ...scopeValues(scope) };
  const rows = queryRows(pool, selectOccurrences(values).where('o.scheduleId', '=', scheduleId));
  return listPage(paging, { ...rows, item: toOccurrence });
}

/** The outcome of an occurrence. */
export interface Outcome {
  state: OccurrenceState;
  reason?: string;
  jobId?: string;
}

interface NewOccurrence extends Outcome {
  scheduleId: string;
  dueAt: Date | null;
}

/**
 * Inserts an occurrence and deletes the oldest ones above the limit. Returns its ID, or undefined if this occurrence exists
 * already.
 */
export async function insertOccurrence(
  client: PoolClient,
  { scheduleId, dueAt, ...outcome }: NewOccurrence,
): Promise<string | undefined> {
  const insert = db
    .insertInto('ScheduleOccurrence')
    .values({ id: newId(), scheduleId, dueAt, state: 'waiting' })
    .onConflict((conflict) => conflict.columns(['scheduleId', 'dueAt']).doNothing())
    .returning('id');
  const inserted = await executeFirst(client, insert);
  if (!inserted) return undefined;
  await settleOccurrence(client, inserted.id, outcome);
  const newestExcess = db
    .selectFrom('ScheduleOccurrence')
    .select('id')
    .where('scheduleId', '=', scheduleId)
    .orderBy('id', 'desc')
    .offset(LIMITS.scheduleOccurrences)
    .limit(1);
  const prune = db
    .deleteFrom('ScheduleOccurrence')
    .where('scheduleId', '=', scheduleId)
    .where('id', '<=', newestExcess);
  await execute(client, prune);
  return inserted.id;
}

/** States that are reported to webhooks. */
const notStarted: OccurrenceState[] = ['missed', 'skipped', 'failed'];

/** Records the outcome of a waiting occurrence. */
export async function settleOccurrence(
  client: PoolClient,
  id: string,
  { state, reason = undefined, jobId = undefined }: Outcome,
): Promise<void> {
  const update = db
    .updateTable('ScheduleOccurrence')
    .set({
      state,
      reason: reason ?? null,
      jobId: jobId ?? null,
      startedAt: state === 'started' ? now : null,
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting');
  await execute(client, update);
  if (notStarted.includes(state)) await recordMissed(client, [id]);
}

/** Inserts occurrences that were due while no server was running and that will not start. */
export async function insertMissed(
  client: PoolClient,
  { scheduleId, times, isCut }: { scheduleId: string; times: Date[]; isCut: boolean },
): Promise<void> {
  const reported = times.slice(-LIMITS.missedOccurrencesReported);
  const isShortened = isCut || reported.length < times.length;
  const reasons = reported.map((_, index) =>
    index === 0 && isShortened ? REASONS.server_down_longer : REASONS.server_down,
  );
  const missed = unnest('missed', {
    id: texts(reported.map(newId)),
    dueAt: timestamps(reported),
    reason: texts(reasons),
  });
  const insert = insertFrom(db.insertInto('ScheduleOccurrence'), db.selectFrom(missed), ({ ref }) => ({
    id: ref('missed.id'),
    scheduleId,
    dueAt: ref('missed.dueAt'),
    state: enumValue('OccurrenceState', 'missed'),
    reason: ref('missed.reason'),
  }))
    .onConflict((conflict) => conflict.columns(['scheduleId', 'dueAt']).doNothing())
    .returning('id');
  const inserted = await execute(client, insert);
  await recordMissed(
    client,
    inserted.map(({ id }) => id),
  );
}
