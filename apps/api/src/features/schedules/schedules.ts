import {
  LIMITS,
  type CreateJob,
  type CreateSchedule,
  type NextTimes,
  type Schedule,
  type ScheduleFilter,
  type ScheduleList,
  type ScheduleSummary,
  type UpdateSchedule,
  type When,
  REASONS,
} from '@drover/contract';
import type { Pool, PoolClient } from 'pg';
import type { ApprovalGate } from '../../auth/approval-gate';
import { allDevices, type DeviceScope } from '../../auth/caller';
import type { Prisma } from '../../database/client/client';
import { assertQuota } from '../../database/quota';
import { newId } from '../../database/ids';
import { transact } from '../../database/transaction';
import { ApiError, orNotFound } from '../../errors/api-error';
import { escapeLike, listLargePage, queryLargeRows } from '../../database/lists';
import { now, when as given } from '../../database/expressions';
import { db, execute, executeFirst, type SqlClient } from '../../database/sql';
import { scopeValues } from '../../records/device-scope';
import { requireScheduleApproval } from '../approvals/ask';
import { refreshJobRequests } from '../jobs/saved-requests';
import { buildJob } from '../jobs/run-requests';
import { findDevices } from '../devices/targets';
import { requireFiles } from '../input-files/references';
import { requireSecrets, secretNamesIn } from '../secrets/references';
import type { AppContext } from '../../context/app-context';
import type { ScheduleIds } from './occurrences';
import { selectSchedules, toSchedule } from './schedule-record';
import { nextTimes, readWhen, timesOf } from './times';

export const scheduleQuota = {
  table: 'Schedule',
  max: LIMITS.schedules,
  message: `An account can have at most ${LIMITS.schedules} schedules. Delete one first.`,
} as const;

export async function listSchedules(
  context: AppContext,
  { accountId, groups }: DeviceScope,
  { name, isApproved, ...paging }: ScheduleFilter,
): Promise<ScheduleList> {
  const scope = { accountId, groups };
  const values = { accountId, ...scopeValues(scope) };
  const select = selectSchedules(values, 's.summary as job')
    .where('s.accountId', '=', accountId)
    .where((eb) =>
      eb.and([
        ...given(isApproved, (is) => eb('s.approvalId', is ? 'is not' : 'is', null)),
        ...given(name, (part) => eb('s.name', 'ilike', `%${escapeLike(part)}%`)),
      ]),
    );
  const rows = queryLargeRows(context.pool, select);
  const { items, ...page } = await listLargePage(paging, { ...rows, item: toSchedule });
  return { ...page, items: await withVisibleDevices(context, scope, items) };
}

/** Leaves out the devices outside a scope. What those without bounds see is what was saved. */
async function withVisibleDevices<Item extends { job: ScheduleSummary['job'] }>(
  context: AppContext,
  scope: DeviceScope,
  items: Item[],
): Promise<Item[]> {
  if (!scope.groups) return items;
  const jobs = await refreshJobRequests(
    context,
    scope,
    items.map(({ job }) => job),
  );
  return items.map((item, index) => ({ ...item, job: jobs[index].request }));
}

export async function getSchedule(
  context: AppContext,
  { scheduleId, ...scope }: DeviceScope & ScheduleIds,
): Promise<Schedule> {
  const values = { accountId: scope.accountId, ...scopeValues(scope) };
  const select = selectSchedules(values, 's.job')
    .where('s.id', '=', scheduleId)
    .where('s.accountId', '=', scope.accountId);
  const schedule = toSchedule(orNotFound(await executeFirst(context.pool, select)));
  return orNotFound((await withVisibleDevices(context, scope, [schedule]))[0]);
}

/** Returns when such a schedule would be due next. */
export async function previewSchedule({ pool }: AppContext, when: When): Promise<NextTimes> {
  const clock = await readClock(pool);
  const next = nextTimes(timesOf(readWhen(when, clock)), clock);
  return { next: next.map((time) => time.toISOString()) };
}

/** A change of a schedule, by a caller who may need approval, or in the transaction that approves it. */
interface ScheduleChange {
  accountId: string;
  gate?: ApprovalGate;
  /** What else happens in the transaction. */
  within?: (client: SqlClient, scheduleId: string) => Promise<void>;
  /** The revision that the change is for. It fails if there is a later one. */
  revision?: number;
  /** The approval that the change has. */
  approvalId?: string;
  /** The code that was approved for a protected device group. */
  approvedCodeSha256?: string;
}

export async function createSchedule(
  context: AppContext,
  { accountId, gate, within, approvalId, approvedCodeSha256 }: ScheduleChange,
  body: CreateSchedule,
): Promise<Schedule> {
  const { name, when, job, overlap = 'skip', missed = 'run_once', isPaused = false } = body;
  const { pool, prisma } = context;
  const clock = await readClock(pool);
  const times = readWhen(when, clock, 'when.');
  const codeSha256 = await assertUsableJob(context, accountId, job);
  const asked = { accountId, gate, kind: 'schedule_create' as const, name, job, request: body, codeSha256 };
  await requireScheduleApproval(context, asked);
  const id = newId();
  const nextAt = isPaused ? null : timesOf(times)(clock);
  const approved = { approvalId, approvedCodeSha256 };
  const stored = { job: job as Prisma.InputJsonValue, scriptId: job.scriptId ?? null, ...approved };
  await prisma.$transaction(async (transaction) => {
    await assertQuota(transaction, { accountId, ...scheduleQuota });
    await transaction.schedule.create({
      data: { id, accountId, name, ...times, ...stored, overlap, missed, isPaused, nextAt },
    });
    await within?.(transaction, id);
  });
  return getSchedule(context, { ...allDevices(accountId), scheduleId: id });
}

export async function updateSchedule(
  context: AppContext,
  { accountId, scheduleId, gate, within, revision, ...approved }: ScheduleIds & ScheduleChange,
  body: UpdateSchedule,
): Promise<void> {
  const { when, job, ...changes } = body;
  const own = { id: scheduleId, accountId };
  const select = { name: true, job: true, revision: true } as const;
  const stored = orNotFound(await context.prisma.schedule.findFirst({ where: own, select }));
  const isChange = !isOnlyPause(body);
  const effective = job ?? (stored.job as CreateJob);
  const isChecked = job !== undefined || (isChange && gate !== undefined);
  const codeSha256 = isChecked ? await assertUsableJob(context, accountId, effective) : undefined;
  if (isChange) {
    const asked = { accountId, gate, kind: 'schedule_update' as const, name: stored.name, request: body };
    const of = { scheduleId, scheduleRevision: stored.revision, codeSha256 };
    await requireScheduleApproval(context, { ...asked, ...of, job: effective });
  }
  await transact(context.pool, async (client) => {
    const before = orNotFound(await lockSchedule(client, { accountId, scheduleId }));
    if (revision !== undefined && revision !== before.revision) {
      throw new ApiError('conflict', {
        message: 'The schedule was changed after this was asked for. Decline the request.',
      });
    }
    const times = when ? readWhen(when, before.now, 'when.') : before;
    const after = { ...before, ...times, ...changes };
    const isMoved = when !== undefined || after.isPaused !== before.isPaused;
    const nextAt = isMoved && !after.isPaused ? timesOf(after)(before.now) : before.nextAt;
    const update = db
      .updateTable('Schedule')
      .set({
        name: after.name,
        cron: after.cron,
        timeZone: after.timeZone,
        at: after.at,
        everyMinutes: after.everyMinutes,
        anchorAt: after.anchorAt,
        ...(job && { job: JSON.stringify(job), scriptId: job.scriptId ?? null }),
        ...(isChange && approvedColumns(approved)),
        overlap: after.overlap,
        missed: after.missed,
        isPaused: after.isPaused,
        nextAt: after.isPaused ? null : nextAt,
        revision: (eb) => eb('revision', '+', 1),
        updatedAt: now,
      })
      .where('id', '=', scheduleId);
    await execute(client, update);
    if (after.isPaused) await skipWaiting(client, scheduleId);
    await within?.(client, scheduleId);
  });
}

/** A change without approval takes the place of one that was approved. */
export function approvedColumns(change: Pick<ScheduleChange, 'approvalId' | 'approvedCodeSha256'>) {
  const { approvalId, approvedCodeSha256 } = change;
  return { approvalId: approvalId ?? null, approvedCodeSha256: approvedCodeSha256 ?? null };
}

/** Whether a change only pauses a schedule, which needs no approval. */
function isOnlyPause({ isPaused, ...others }: UpdateSchedule): boolean {
  return isPaused === true && Object.values(others).every((value) => value === undefined);
}

export async function removeSchedule(
  { prisma }: AppContext,
  { accountId, scheduleId }: ScheduleIds,
): Promise<void> {
  const { count } = await prisma.schedule.deleteMany({ where: { id: scheduleId, accountId } });
  orNotFound(count || null);
}

/** Locks a schedule until the end of the transaction. Returns it with the database's clock. */
export async function lockSchedule(client: PoolClient, { accountId, scheduleId }: ScheduleIds) {
  const select = db
    .selectFrom('Schedule')
    .selectAll()
    .select(now.as('now'))
    .where('id', '=', scheduleId)
    .where('accountId', '=', accountId)
    .forNoKeyUpdate();
  return executeFirst(client, select);
}

/** Skips the occurrences of a schedule that wait, because it was paused. */
export async function skipWaiting(client: PoolClient, scheduleId: string): Promise<void> {
  const update = db
    .updateTable('ScheduleOccurrence')
    .set({ state: 'skipped', reason: REASONS.paused })
    .where('scheduleId', '=', scheduleId)
    .where('state', '=', 'waiting');
  await execute(client, update);
}

/** Returns the database's clock, which all nodes use. */
export async function readClock(pool: Pool): Promise<Date> {
  return orNotFound(await executeFirst(pool, db.selectNoFrom(now.as('now')))).now;
}

/**
 * Fails for a job that could not be created now, unless only its selector matches no device yet. Returns the SHA-256 of
 * the current code of its script.
 */
async function assertUsableJob(
  context: AppContext,
  accountId: string,
  job: CreateJob,
): Promise<string | undefined> {
  let codeSha256: string | undefined;
  try {
    const trigger = { kind: 'schedule', id: '' } as const;
    const scope = allDevices(accountId);
    const prepared = await buildJob(context, { ...scope, trigger }, job);
    if (job.scriptId !== undefined) codeSha256 = prepared.codeSha256;
    await requireSecrets(context.pool, prepared, secretNamesIn(prepared.env));
    await requireFiles(context.pool, prepared);
    await findDevices(context.pool, { scope, targets: job });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.errors?.[0]?.path === 'selector') return codeSha256;
    const errors = error.errors?.map(({ path, message }) => ({ path: `job.${path}`, message }));
    throw new ApiError(error.error, { message: error.message, errors });
  }
  return codeSha256;
}
