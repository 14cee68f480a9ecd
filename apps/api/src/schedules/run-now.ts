import type { CreateJob, Job } from '@drover/contract';
import { transact } from '../database/transaction';
import { found } from '../http/api-error';
import { addJob, announceJob, lockOf, type Idempotency } from '../jobs/dispatch';
import { getJob } from '../jobs/jobs';
import { prepareJob } from '../jobs/run-requests';
import type { Service } from '../service';
import type { ScheduleIds } from './occurrences';
import { insertOccurrence } from './occurrence-rows';
import { holdSchedule } from './schedules';

/** Runs it now, beside its times and whatever is under way. Gives the job: that of the first answer to a repeat. */
export async function runSchedule(
  service: Service,
  { scheduleId, accountId, idempotency }: ScheduleIds & { idempotency?: Idempotency },
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
