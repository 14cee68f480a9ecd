import type { Job, JobSummary } from '@drover/contract';
import type { InferResult } from 'kysely';
import { db } from '../database/sql';
import { selectRollout, toRollout } from './rollout-record';
import { allCounts, selectRunCounts } from './run-counts';
import { selectTriggerName } from './trigger-name';

/** Selects jobs as `toJob` needs them. */
export const selectJobs = db
  .selectFrom('Job as j')
  .selectAll('j')
  .select(({ ref }) => [selectRunCounts(ref('j.id')).as('counts'), selectRollout(ref('j.id')).as('rollout')])
  .select(({ ref }) => selectTriggerName(ref('j.triggerKind'), ref('j.triggerId')).as('triggerName'));

type JobRow = InferResult<typeof selectJobs>[number];

/** Selects jobs as `toJobSummary` needs them: without their values, which may have megabytes on one page. */
export const selectJobSummaries = db
  .selectFrom('Job as j')
  .select([
    'j.id',
    'j.kind',
    'j.scriptId',
    'j.name',
    'j.version',
    'j.timeout',
    'j.screenshotOnFailure',
    'j.createdAt',
  ])
  .select(['j.retryAttempts', 'j.retryDelaySeconds', 'j.rerunOf', 'j.triggerKind', 'j.triggerId'])
  .select(({ ref }) => [selectRunCounts(ref('j.id')).as('counts'), selectRollout(ref('j.id')).as('rollout')])
  .select(({ ref }) => selectTriggerName(ref('j.triggerKind'), ref('j.triggerId')).as('triggerName'));

type JobSummaryRow = InferResult<typeof selectJobSummaries>[number];

export function toJob(row: JobRow): Job {
  return { ...toJobSummary(row), vars: row.vars };
}

export function toJobSummary(row: JobSummaryRow): JobSummary {
  return {
    _id: row.id,
    kind: row.kind,
    scriptId: row.scriptId,
    name: row.name,
    version: row.version,
    timeout: row.timeout,
    screenshotOnFailure: row.screenshotOnFailure,
    createdAt: row.createdAt.toISOString(),
    counts: allCounts(row.counts),
    rollout: row.rollout && toRollout(row.rollout),
    retry:
      row.retryAttempts === null || row.retryDelaySeconds === null
        ? null
        : { attempts: row.retryAttempts, delaySeconds: row.retryDelaySeconds },
    rerunOf: row.rerunOf,
    trigger: toTrigger(row),
  };
}

function toTrigger({ triggerKind: kind, triggerId: id, triggerName }: JobSummaryRow): Job['trigger'] {
  return kind === null || id === null ? null : { kind, id, name: triggerName };
}
