import type { Job } from '@drover/contract';
import type { InferResult } from 'kysely';
import { db } from '../database/sql';
import { selectRollout, toRollout } from './rollout-record';
import { allCounts, selectRunCounts } from './run-counts';

/** Selects jobs as `toJob` needs them. */
export const selectJobs = db
  .selectFrom('Job as j')
  .selectAll('j')
  .select(({ ref }) => [selectRunCounts(ref('j.id')).as('counts'), selectRollout(ref('j.id')).as('rollout')]);

export type JobRow = InferResult<typeof selectJobs>[number];

export function toJob(row: JobRow): Job {
  return {
    _id: row.id,
    kind: row.kind,
    scriptId: row.scriptId,
    name: row.name,
    version: row.version,
    vars: row.vars,
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
