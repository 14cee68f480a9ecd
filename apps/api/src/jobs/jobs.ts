import type { Job, JobFilter, JobList } from '@drover/contract';
import { Prisma } from '../database/client/client';
import { prepared } from '../database/prepared';
import { found } from '../http/api-error';
import { given, listPage, selectRows } from '../http/lists';
import { abortRollout } from '../rollouts/rollouts';
import { stopRuns } from '../runs/stop';
import type { Service } from '../service';
import { selectJobs, toJob, type JobRow } from './job-record';

export function listJobs(
  { pool }: Service,
  accountId: string,
  { scriptId, kind, ...paging }: JobFilter,
): Promise<JobList> {
  const rows = selectRows<JobRow>(pool, selectJobs, [
    Prisma.sql`j."accountId" = ${accountId}`,
    given(scriptId, (id) => Prisma.sql`j."scriptId" = ${id}`),
    given(kind, (wanted) => Prisma.sql`j.kind = ${wanted}::"JobKind"`),
  ]);
  return listPage(paging, { ...rows, item: toJob });
}

export async function getJob({ pool }: Service, accountId: string, jobId: string): Promise<Job> {
  const own = Prisma.sql`${selectJobs} WHERE j.id = ${jobId} AND j."accountId" = ${accountId}`;
  return toJob(found((await pool.query<JobRow>(prepared(own))).rows[0]));
}

/** Cancels and stops all its runs. */
export async function removeJob(service: Service, accountId: string, jobId: string): Promise<void> {
  const select = { rollout: { select: { state: true } } };
  const { rollout } = found(await service.prisma.job.findFirst({ where: { id: jobId, accountId }, select }));
  if (rollout && rollout.state !== 'finished') {
    await abortRollout(service, { accountId, jobId }, 'stopped on request');
  }
  await stopRuns(service, { accountId, jobId });
}
