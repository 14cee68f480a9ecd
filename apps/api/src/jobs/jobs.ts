import { RunState, type Job, type JobFilter, type JobList, type RunCounts } from '@drover/contract';
import { Prisma, type Job as Row } from '../database/client/client';
import { prepared } from '../database/prepared';
import { found } from '../http/api-error';
import { given, listPage, selectRows } from '../http/lists';
import type { Service } from '../service';
import { stopRuns } from './stop';

export interface JobRow extends Row {
  counts: Partial<RunCounts> | null;
}

/** To be followed by WHERE. */
export const selectJobs = Prisma.sql`
  SELECT j.*, (
    SELECT json_object_agg(state, runs) FROM (
      SELECT state, count(*) AS runs FROM "Run" WHERE "jobId" = j.id GROUP BY state
    ) AS counted
  ) AS counts
  FROM "Job" j`;

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
  found(await service.prisma.job.findFirst({ where: { id: jobId, accountId }, select: { id: true } }));
  await stopRuns(service, { accountId, jobId });
}

const none = Object.fromEntries(RunState.options.map((state) => [state, 0])) as RunCounts;

export function toJob(row: JobRow): Job {
  return {
    _id: row.id,
    kind: row.kind,
    scriptId: row.scriptId,
    name: row.name,
    version: row.version,
    vars: row.vars as Job['vars'],
    timeout: row.timeout,
    createdAt: row.createdAt.toISOString(),
    counts: { ...none, ...row.counts },
  };
}
