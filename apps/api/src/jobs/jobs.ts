import { RunState, type Job, type JobFilter, type JobList, type RunCounts } from '@drover/contract';
import type { Job as Row, Prisma } from '../database/client/client';
import { found } from '../http/api-error';
import { listPage } from '../http/lists';
import type { Service } from '../service';
import { stopRuns } from './stop';

export async function listJobs(
  { prisma }: Service,
  accountId: string,
  { scriptId, kind, ...paging }: JobFilter,
): Promise<JobList> {
  const where: Prisma.JobWhereInput = { accountId, scriptId, kind };
  const page = await listPage(paging, {
    find: (page) => prisma.job.findMany({ ...page, where: { AND: [where, page.where] } }),
    count: () => prisma.job.count({ where }),
    item: (row) => row,
  });
  const counts = await countRuns(prisma, { jobId: { in: page.items.map(({ id }) => id) } });
  return { ...page, items: page.items.map((row) => toJob(row, counts.get(row.id))) };
}

export async function getJob({ prisma }: Service, accountId: string, jobId: string): Promise<Job> {
  const row = found(await prisma.job.findFirst({ where: { id: jobId, accountId } }));
  return toJob(row, (await countRuns(prisma, { jobId })).get(jobId));
}

/** Cancels and stops all its runs. */
export async function removeJob(service: Service, accountId: string, jobId: string): Promise<void> {
  found(await service.prisma.job.findFirst({ where: { id: jobId, accountId }, select: { id: true } }));
  await stopRuns(service, { accountId, jobId });
}

async function countRuns(prisma: Service['prisma'], where: Prisma.RunWhereInput) {
  const groups = await prisma.run.groupBy({ by: ['jobId', 'state'], where, _count: true });
  const counts = new Map<string, RunCounts>();
  for (const { jobId, state, _count } of groups) {
    counts.set(jobId, { ...(counts.get(jobId) ?? none), [state]: _count });
  }
  return counts;
}

const none = Object.fromEntries(RunState.options.map((state) => [state, 0])) as RunCounts;

function toJob(row: Row, counts = none): Job {
  return {
    _id: row.id,
    kind: row.kind,
    scriptId: row.scriptId,
    name: row.name,
    version: row.version,
    vars: row.vars as Job['vars'],
    timeout: row.timeout,
    createdAt: row.createdAt.toISOString(),
    counts,
  };
}
