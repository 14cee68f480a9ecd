import type { Job, RunCounts } from '@drover/contract';
import { Prisma, type Job as Row } from '../database/client/client';
import { selectRollout, toRollout, type RolloutJson } from '../rollouts/rollout-record';
import { allCounts } from '../runs/run-record';

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
