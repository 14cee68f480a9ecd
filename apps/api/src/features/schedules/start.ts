import { ERRORS, type CreateJob, type Job, REASONS, writeReason } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { ChangedRun } from '../../bus/bus';
import { allDevices } from '../../auth/caller';
import type { Schedule } from '../../database/client/client';
import { anyOf } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { transact } from '../../database/transaction';
import { ApiError, orNotFound } from '../../errors/api-error';
import { requireApproval } from '../approvals/ask';
import { insertJob, announceJob, scriptLock, type NewJob } from '../jobs/create-job';
import { getJob } from '../jobs/jobs';
import type { Requester } from '../../http/requester';
import { buildJob } from '../jobs/run-requests';
import type { AppContext } from '../../context/app-context';
import { insertOccurrence, type Outcome, type ScheduleIds } from './occurrences';
import { endPrevious } from './overlap';
import { lockSchedule } from './schedules';

/** Starts a job of the schedule now, in addition to its times. Returns the job, which is the same for a repeated request. */
export async function runSchedule(
  context: AppContext,
  { scheduleId, idempotency, ...requester }: ScheduleIds & Requester,
): Promise<Job> {
  const { accountId, groups, gate } = requester;
  const { job } = orNotFound(
    await context.prisma.schedule.findFirst({ where: { id: scheduleId, accountId }, select: { job: true } }),
  );
  const trigger = { kind: 'schedule', id: scheduleId } as const;
  const prepared = await buildJob(
    context,
    { accountId, groups, idempotency, gate, trigger },
    job as CreateJob,
  );
  const approvedJobId = await requireApproval(context, prepared);
  if (approvedJobId !== undefined) return getJob(context, requester, approvedJobId);
  const added = await transact(context.pool, scriptLock(prepared), async (client) => {
    orNotFound(await lockSchedule(client, { accountId, scheduleId }));
    const added = await insertJob(client, prepared, { links: context.localLinks });
    if (added.isNew) await recordByHand(client, scheduleId, added.jobId);
    return added;
  });
  announceJob(context, added);
  return getJob(context, requester, added.jobId);
}

/** Adds a job that a person started to the history of its schedule, which the transaction has locked. */
export async function recordByHand(client: PoolClient, scheduleId: string, jobId: string): Promise<void> {
  await insertOccurrence(client, { scheduleId, dueAt: null, state: 'started', jobId });
  await execute(client, db.updateTable('Schedule').set({ lastJobId: jobId }).where('id', '=', scheduleId));
}

/** The job of an occurrence, or why it cannot start. */
export type Prepared = NewJob | { obstacle: string; scriptId?: undefined };

/** Builds the job before the transaction, because the embedded database runs one transaction at a time. */
export async function buildOccurrenceJob(
  context: AppContext,
  {
    id,
    accountId,
    job,
    approvedCodeSha256,
  }: Pick<Schedule, 'id' | 'accountId' | 'job' | 'approvedCodeSha256'>,
): Promise<Prepared> {
  try {
    const trigger = { kind: 'schedule', id } as const;
    const prepared = await buildJob(context, { ...allDevices(accountId), trigger }, job as CreateJob);
    const isOther = approvedCodeSha256 !== null && approvedCodeSha256 !== prepared.codeSha256;
    return isOther ? { obstacle: REASONS.script_not_approved } : { ...prepared, approvedCodeSha256 };
  } catch (error) {
    return { obstacle: obstacleOf(error) };
  }
}

/** The changes of a start, which are published after the commit. */
export interface Started {
  outcome: Outcome;
  changed: ChangedRun[];
  deviceIds: string[];
}

/** Starts an occurrence. If that fails, everything is rolled back and the outcome has the reason. */
export async function startOccurrence(
  client: PoolClient,
  schedule: Schedule,
  prepared: Prepared,
): Promise<Started> {
  if ('obstacle' in prepared) return failed(prepared.obstacle);
  await client.query('SAVEPOINT occurrence');
  try {
    const { targets, removed } = await withoutRemoved(client, prepared);
    const ended = await endPrevious(client, schedule);
    const added = await insertJob(client, { ...prepared, targets });
    return {
      outcome: { state: 'started', jobId: added.jobId, ...(removed > 0 && { reason: removedText(removed) }) },
      changed: [...ended.changed, ...added.changed],
      deviceIds: [...new Set([...ended.deviceIds, ...added.deviceIds])],
    };
  } catch (error) {
    const obstacle = obstacleOf(error);
    await client.query('ROLLBACK TO SAVEPOINT occurrence');
    return failed(obstacle);
  }
}

const failed = (reason: string): Started => ({
  outcome: { state: 'failed', reason },
  changed: [],
  deviceIds: [],
});

/** Leaves out devices that were deleted since they were picked, and counts them. */
export async function withoutRemoved(client: PoolClient, { accountId, targets }: NewJob) {
  const { devices } = targets;
  if (!devices) return { targets, removed: 0 };
  const ids = [...new Set(devices.map(({ _id }) => _id))];
  const select = db
    .selectFrom('Device')
    .select('id as _id')
    .where('accountId', '=', accountId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forKeyShare();
  const rows = await execute(client, select);
  if (rows.length === 0) throw new ApiError('notFound', { message: `${REASONS.all_devices_deleted}.` });
  return { targets: { ...targets, devices: rows }, removed: ids.length - rows.length };
}

function removedText(devices: number): string {
  return devices === 1 ? REASONS.one_device_deleted : writeReason('devices_deleted', { devices });
}

/** Returns the error message that a caller would get. Any other error is a server failure, which is retried. */
function obstacleOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.error === 'notFound' && error.message === ERRORS.notFound.message) return REASONS.script_deleted;
  if (error.errors?.[0]?.path === 'selector') return REASONS.no_matching_device;
  return error.message.replace(/\.$/, '');
}
