import {
  LIMITS,
  type CreateJob,
  type CreateSchedule,
  type NextTimes,
  type Paging,
  type Schedule,
  type ScheduleList,
  type UpdateSchedule,
  type When,
} from '@drover/contract';
import type { Pool, PoolClient } from 'pg';
import { Prisma, type Schedule as Row } from '../database/client/client';
import { refuseWhereFull } from '../database/full';
import { newId } from '../database/ids';
import { statementsOf } from '../database/statements';
import { transact } from '../database/transaction';
import { ApiError, found } from '../http/api-error';
import { listPage, selectRows } from '../http/lists';
import { prepareJob } from '../jobs/run-requests';
import { findDevices } from '../jobs/targets';
import { requireSecrets, secretNamesIn } from '../secrets/references';
import type { Service } from '../service';
import type { ScheduleIds } from './occurrences';
import { selectSchedules, toSchedule, toSummary, type ScheduleRow } from './schedule-record';
import { nextTimes, readWhen, timesOf } from './times';

const room = {
  table: 'Schedule',
  max: LIMITS.schedules,
  message: `You have ${LIMITS.schedules} schedules already. Delete one first.`,
} as const;

export function listSchedules({ pool }: Service, accountId: string, paging: Paging): Promise<ScheduleList> {
  const rows = selectRows<ScheduleRow>(pool, selectSchedules, [Prisma.sql`s."accountId" = ${accountId}`]);
  return listPage(paging, { ...rows, item: toSummary });
}

export async function getSchedule(
  { pool }: Service,
  { accountId, scheduleId }: ScheduleIds,
): Promise<Schedule> {
  const own = Prisma.sql`${selectSchedules} WHERE s.id = ${scheduleId} AND s."accountId" = ${accountId}`;
  return toSchedule(found((await pool.query<ScheduleRow>(own)).rows[0]));
}

/** When it would be due next. */
export async function previewSchedule({ pool }: Service, when: When): Promise<NextTimes> {
  const now = await readClock(pool);
  const next = nextTimes(timesOf(readWhen(when, now)), now);
  return { next: next.map((time) => time.toISOString()) };
}

export async function createSchedule(
  service: Service,
  accountId: string,
  { name, when, job, overlap = 'skip', missed = 'run_once', isPaused = false }: CreateSchedule,
): Promise<Schedule> {
  const { pool, prisma } = service;
  const now = await readClock(pool);
  const times = readWhen(when, now, 'when.');
  await refuseUnusableJob(service, accountId, job);
  const id = newId();
  const nextAt = isPaused ? null : timesOf(times)(now);
  const kept = { job: job as Prisma.InputJsonValue, scriptId: job.scriptId ?? null };
  await prisma.$transaction(async (transaction) => {
    await refuseWhereFull(statementsOf(transaction), { accountId, ...room });
    await transaction.schedule.create({
      data: { id, accountId, name, ...times, ...kept, overlap, missed, isPaused, nextAt },
    });
  });
  return getSchedule(service, { accountId, scheduleId: id });
}

export async function updateSchedule(
  service: Service,
  { accountId, scheduleId }: ScheduleIds,
  { when, job, ...changes }: UpdateSchedule,
): Promise<void> {
  const own = { id: scheduleId, accountId };
  found(await service.prisma.schedule.findFirst({ where: own, select: { id: true } }));
  if (job) await refuseUnusableJob(service, accountId, job);
  await transact(service.pool, async (client) => {
    const before = found(await holdSchedule(client, { accountId, scheduleId }));
    const times = when ? readWhen(when, before.now, 'when.') : before;
    const after = { ...before, ...times, ...changes };
    const isMoved = when !== undefined || after.isPaused !== before.isPaused;
    const nextAt = isMoved && !after.isPaused ? timesOf(after)(before.now) : before.nextAt;
    await client.query(
      `UPDATE "Schedule" SET name = $2, cron = $3, "timeZone" = $4, at = $5, "everyMinutes" = $6, "anchorAt" = $7,
              job = coalesce($8::json, job), "scriptId" = CASE WHEN $8::json IS NULL THEN "scriptId" ELSE $9 END,
              overlap = $10::"Overlap", missed = $11::"MissedPolicy", "isPaused" = $12, "nextAt" = $13,
              revision = revision + 1, "updatedAt" = now()
       WHERE id = $1`,
      [
        ...[scheduleId, after.name, after.cron, after.timeZone, after.at, after.everyMinutes, after.anchorAt],
        ...[job ? JSON.stringify(job) : null, job?.scriptId ?? null],
        ...[after.overlap, after.missed, after.isPaused, after.isPaused ? null : nextAt],
      ],
    );
    if (after.isPaused) await skipWaiting(client, scheduleId);
  });
}

export async function removeSchedule(
  { prisma }: Service,
  { accountId, scheduleId }: ScheduleIds,
): Promise<void> {
  const { count } = await prisma.schedule.deleteMany({ where: { id: scheduleId, accountId } });
  found(count || null);
}

/** A schedule that is kept from others until the end of the transaction, and the database's clock. */
export async function holdSchedule(
  client: PoolClient,
  { accountId, scheduleId }: ScheduleIds,
): Promise<(Row & { now: Date }) | undefined> {
  const { rows } = await client.query<Row & { now: Date }>(
    `SELECT *, now() FROM "Schedule" WHERE id = $1 AND "accountId" = $2 FOR NO KEY UPDATE`,
    [scheduleId, accountId],
  );
  return rows[0];
}

async function skipWaiting(client: PoolClient, scheduleId: string): Promise<void> {
  await client.query(
    `UPDATE "ScheduleOccurrence" SET state = 'skipped', reason = 'paused'
     WHERE "scheduleId" = $1 AND state = 'waiting'`,
    [scheduleId],
  );
}

/** The one clock that all nodes go by. */
async function readClock(pool: Pool): Promise<Date> {
  return found((await pool.query<{ now: Date }>('SELECT now()')).rows[0]).now;
}

/** What could not run now is refused, but for a selector that no device meets yet. */
async function refuseUnusableJob(service: Service, accountId: string, job: CreateJob): Promise<void> {
  try {
    const prepared = await prepareJob(service, { accountId }, job);
    await requireSecrets(service.pool, prepared, secretNamesIn(prepared.env));
    await findDevices(service.pool, { accountId, targets: job });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.errors?.[0]?.path === 'selector') return;
    const errors = error.errors?.map(({ path, message }) => ({ path: `job.${path}`, message }));
    throw new ApiError(error.error, { message: error.message, errors });
  }
}
