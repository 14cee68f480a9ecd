import type { Job, JobFilter, JobList, RunCounts } from '@drover/contract';
import { Prisma, type Job as Row } from '../database/client/client';
import { prepared } from '../database/prepared';
import { found } from '../http/api-error';
import { given, listPage, selectRows } from '../http/lists';
import type { Service } from '../service';
import { allCounts } from './counts';
import { selectRollout, toRollout, type RolloutJson } from './rollout-records';
import { abortRollout } from './rollout-state';
import { stopRuns } from './stop';

export interface JobRow extends Row {
  counts: Partial<RunCounts> | null;
  rollout: RolloutJson | null;
}

const countRuns = (those: Prisma.Sql) => Prisma.sql`(
  SELECT json_object_agg(state, runs) FROM (
    SELECT state, count(*) AS runs FROM "Run" WHERE "jobId" = j.id ${those} GROUP BY state
  ) AS counted)`;

/** To be followed by WHERE. Where nothing is tried again, an index has all that is counted. */
export const selectJobs = Prisma.sql`
  SELECT j.*, CASE WHEN j."retryAttempts" IS NULL THEN ${countRuns(Prisma.empty)}
              ELSE ${countRuns(Prisma.sql`AND NOT "isRetried"`)} END AS counts,
    ${selectRollout} AS rollout
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
  const select = { rollout: { select: { state: true } } };
  const { rollout } = found(await service.prisma.job.findFirst({ where: { id: jobId, accountId }, select }));
  if (rollout && rollout.state !== 'finished') {
    await abortRollout(service, { accountId, jobId }, 'stopped on request');
  }
  await stopRuns(service, { accountId, jobId });
}

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
    counts: allCounts(row.counts),
    rollout: row.rollout && toRollout(row.rollout),
    retry:
      row.retryAttempts === null || row.retryDelaySeconds === null
        ? null
        : { attempts: row.retryAttempts, delaySeconds: row.retryDelaySeconds },
    rerunOf: row.rerunOf,
  };
}
