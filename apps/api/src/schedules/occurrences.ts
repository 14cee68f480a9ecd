import { LIMITS, type OccurrenceList, type OccurrenceState, type Paging } from '@drover/contract';
import type { PoolClient } from 'pg';
import { Prisma } from '../database/client/client';
import { newId } from '../database/ids';
import { found } from '../http/api-error';
import { listPage, selectRows } from '../http/lists';
import type { Service } from '../service';
import { recordMissed } from '../webhooks/happenings';
import { selectOccurrences, toOccurrence, type OccurrenceRow } from './occurrence-record';

/** A schedule, and whose it has to be. */
export interface ScheduleIds {
  accountId: string;
  scheduleId: string;
}

export async function listOccurrences(
  { pool, prisma }: Service,
  { accountId, scheduleId }: ScheduleIds,
  paging: Paging,
): Promise<OccurrenceList> {
  found(await prisma.schedule.findFirst({ where: { id: scheduleId, accountId }, select: { id: true } }));
  const rows = selectRows<OccurrenceRow>(pool, selectOccurrences, [
    Prisma.sql`o."scheduleId" = ${scheduleId}`,
  ]);
  return listPage(paging, { ...rows, item: toOccurrence });
}

/** What became of an occurrence. */
export interface Outcome {
  state: OccurrenceState;
  reason?: string;
  jobId?: string;
}

interface NewOccurrence extends Outcome {
  scheduleId: string;
  dueAt: Date | null;
}

/** Keeps an occurrence; gives nothing where this one was kept before. The oldest beyond the bound goes. */
export async function insertOccurrence(
  client: PoolClient,
  { scheduleId, dueAt, ...outcome }: NewOccurrence,
): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO "ScheduleOccurrence" (id, "scheduleId", "dueAt", state) VALUES ($1, $2, $3, 'waiting')
     ON CONFLICT ("scheduleId", "dueAt") DO NOTHING RETURNING id`,
    [newId(), scheduleId, dueAt],
  );
  const [row] = rows;
  if (!row) return undefined;
  await settleOccurrence(client, row.id, outcome);
  await client.query(
    `DELETE FROM "ScheduleOccurrence" WHERE "scheduleId" = $1 AND id <= (
       SELECT id FROM "ScheduleOccurrence" WHERE "scheduleId" = $1 ORDER BY id DESC OFFSET $2 LIMIT 1
     )`,
    [scheduleId, LIMITS.scheduleOccurrences],
  );
  return row.id;
}

/** What webhooks are told of. */
const notStarted: OccurrenceState[] = ['missed', 'skipped', 'failed'];

/** Writes down what became of one that was not decided yet. */
export async function settleOccurrence(
  client: PoolClient,
  id: string,
  { state, reason = undefined, jobId = undefined }: Outcome,
): Promise<void> {
  await client.query(
    `UPDATE "ScheduleOccurrence" SET state = $2::"OccurrenceState", reason = $3, "jobId" = $4,
            "startedAt" = CASE WHEN $2 = 'started' THEN now() END
     WHERE id = $1 AND state = 'waiting'`,
    [id, state, reason ?? null, jobId ?? null],
  );
  if (notStarted.includes(state)) await recordMissed(client, [id]);
}

/** Keeps occurrences that were due while no server was up, and will not run. */
export async function insertMissed(
  client: PoolClient,
  { scheduleId, times, isCut }: { scheduleId: string; times: Date[]; isCut: boolean },
): Promise<void> {
  const told = times.slice(-LIMITS.scheduleMissedTold);
  const isShort = isCut || told.length < times.length;
  const reasons = told.map((_, index) =>
    index === 0 && isShort ? `${serverDown}; earlier ones too` : serverDown,
  );
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO "ScheduleOccurrence" (id, "scheduleId", "dueAt", state, reason)
     SELECT missed.id, $1, missed."dueAt", 'missed', missed.reason
     FROM unnest($2::text[], $3::timestamptz[], $4::text[]) AS missed (id, "dueAt", reason)
     ON CONFLICT ("scheduleId", "dueAt") DO NOTHING RETURNING id`,
    [scheduleId, told.map(newId), told, reasons],
  );
  await recordMissed(
    client,
    rows.map(({ id }) => id),
  );
}

const serverDown = 'server was down';
