import type { Job, RunCounts } from '@drover/contract';
import { Prisma, type Job as Row } from '../database/client/client';
import { selectRollout, toRollout, type RolloutJson } from '../rollouts/rollout-record';
import { allCounts } from '../runs/run-record';

export interface JobRow extends Row {
  counts: Partial<RunCounts> | null;
  rollout: RolloutJson | null;
}

/** To be followed by WHERE. Of a device's attempts the last counts. */
export const selectJobs = Prisma.sql`
  SELECT j.*, (
      SELECT json_object_agg(state, runs) FROM (
        SELECT state, count(*) AS runs FROM "Run" WHERE "jobId" = j.id AND NOT "isRetried" GROUP BY state
      ) AS counted) AS counts,
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
