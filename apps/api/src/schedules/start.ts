import { ERRORS, type CreateJob, type Job } from '@drover/contract';
import type { PoolClient } from 'pg';
import type { ChangedRun } from '../bus/bus';
import type { Schedule } from '../database/client/client';
import { transact } from '../database/transaction';
import { ApiError, found } from '../http/api-error';
import { addJob, announceJob, lockOf, type NewJob } from '../jobs/dispatch';
import { getJob } from '../jobs/jobs';
import type { Requester } from '../jobs/requester';
import { prepareJob } from '../jobs/run-requests';
import type { Service } from '../service';
import { insertOccurrence, type Outcome, type ScheduleIds } from './occurrences';
import { endPrevious } from './overlap';
import { holdSchedule } from './schedules';

/** Runs it now, beside its times and whatever is under way. Gives the job: that of the first answer to a repeat. */
export async function runSchedule(
  service: Service,
  { scheduleId, accountId, idempotency }: ScheduleIds & Requester,
): Promise<Job> {
  const { job } = found(
    await service.prisma.schedule.findFirst({ where: { id: scheduleId, accountId }, select: { job: true } }),
  );
  const prepared = await prepareJob(service, { accountId, idempotency }, job as CreateJob);
  const added = await transact(service.pool, lockOf(prepared), async (client) => {
    found(await holdSchedule(client, { accountId, scheduleId }));
    const added = await addJob(client, prepared);
    if (!added.isNew) return added;
    await insertOccurrence(client, { scheduleId, dueAt: null, state: 'started', jobId: added.jobId });
    await client.query(`UPDATE "Schedule" SET "lastJobId" = $2 WHERE id = $1`, [scheduleId, added.jobId]);
    return added;
  });
  announceJob(service, added);
  return getJob(service, accountId, added.jobId);
}

/** What an occurrence would run, or why it cannot. */
export type Prepared = NewJob | { obstacle: string; scriptId?: undefined };

/** Looked up before the transaction: the embedded database serves one at a time. */
export async function prepareOccurrence(
  service: Service,
  { accountId, job }: Pick<Schedule, 'accountId' | 'job'>,
): Promise<Prepared> {
  try {
    return await prepareJob(service, { accountId }, job as CreateJob);
  } catch (error) {
    return { obstacle: obstacleOf(error) };
  }
}

/** What a start changed, to be told after the commit. */
export interface Started {
  outcome: Outcome;
  changed: ChangedRun[];
  deviceIds: string[];
}

/** Starts an occurrence, or says why it cannot be, and then leaves all as it was. */
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
    const added = await addJob(client, { ...prepared, targets });
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

/** Devices that were named and are gone are passed over; it is said how many. */
async function withoutRemoved(client: PoolClient, { accountId, targets }: NewJob) {
  const { devices } = targets;
  if (!devices) return { targets, removed: 0 };
  const ids = [...new Set(devices.map(({ _id }) => _id))];
  const { rows } = await client.query<{ _id: string }>(
    `SELECT id AS _id FROM "Device" WHERE "accountId" = $1 AND id = ANY($2) ORDER BY id FOR KEY SHARE`,
    [accountId, ids],
  );
  if (rows.length === 0) throw new ApiError('notFound', { message: 'all of its devices were removed.' });
  return { targets: { ...targets, devices: rows }, removed: ids.length - rows.length };
}

function removedText(devices: number): string {
  return devices === 1 ? '1 device was removed' : `${devices} devices were removed`;
}

/** What a caller would have been told. Anything else is a failure of the server, and is tried again. */
function obstacleOf(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  if (error.error === 'notFound' && error.message === ERRORS.notFound.message)
    return 'the script was removed';
  if (error.errors?.[0]?.path === 'selector') return 'no device meets the selector';
  return error.message.replace(/\.$/, '');
}
