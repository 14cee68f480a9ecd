import type { Job, JobSummary, RunState } from '@drover/contract';
import { sql, type Expression, type InferResult, type SqlBool } from 'kysely';
import { when } from '../database/expressions';
import { db } from '../database/sql';
import { isInScope, type ScopeValues, type StatementScope } from './device-scope';
import { selectRollout, toRollout } from './rollout-record';
import { allCounts, selectRunCounts } from './run-counts';
import { selectTriggerName } from './trigger-name';

/** Selects jobs as `toJob` needs them, with the runs on the devices of a scope. */
export const selectJobs = (scope?: StatementScope) =>
  db
    .selectFrom('Job as j')
    .selectAll('j')
    .select(({ ref }) => selectRunCounts(ref('j.id'), scope).as('counts'))
    .select(({ ref }) => selectRollout(ref('j.id'), scope).as('rollout'))
    .select(({ ref }) => selectTriggerName(ref('j.triggerKind'), ref('j.triggerId')).as('triggerName'))
    .where(({ and, ref }) => and(hasRunInScope(ref('j.id'), scope)));

type JobRow = InferResult<ReturnType<typeof selectJobs>>[number];

/** Selects the ID of a job that has a run in a scope, to check that it exists. */
export function selectJobId(scope: { accountId: string } & ScopeValues, jobId: string) {
  return db
    .selectFrom('Job as j')
    .select('j.id')
    .where('j.id', '=', jobId)
    .where('j.accountId', '=', scope.accountId)
    .where(({ and, ref }) => and(hasRunInScope(ref('j.id'), scope)));
}

/** Returns the condition that a job has a run in a scope, to be spread into `eb.and`. */
export function hasRunInScope(
  jobId: Expression<string | null>,
  scope?: StatementScope,
  states?: RunState[],
): Expression<SqlBool>[] {
  if (scope?.groupIds === undefined) return [];
  const run = db
    .selectFrom('Run as own')
    .select('own.id')
    .where('own.jobId', '=', jobId)
    .where(({ and, ref }) => and(isInScope(ref('own.deviceId'), scope)))
    .where(({ and, eb }) =>
      and(when(states, (list) => and([eb('own.state', 'in', list), eb('own.isRetried', 'is', false)]))),
    );
  return [sql<SqlBool>`EXISTS (${run})`];
}

/** Selects jobs as `toJobSummary` needs them: without their values, which may have megabytes on one page. */
export const selectJobSummaries = (scope?: StatementScope) =>
  db
    .selectFrom('Job as j')
    .select(['j.id', 'j.kind', 'j.scriptId', 'j.name', 'j.version', 'j.timeout', 'j.createdAt'])
    .select(['j.screenshotOnFailure', 'j.revision', 'j.schemaSha256'])
    .select(['j.retryAttempts', 'j.retryDelaySeconds', 'j.rerunOf', 'j.triggerKind', 'j.triggerId'])
    .select(({ ref }) => selectRunCounts(ref('j.id'), scope).as('counts'))
    .select(({ ref }) => selectRollout(ref('j.id'), scope).as('rollout'))
    .select(({ ref }) => selectTriggerName(ref('j.triggerKind'), ref('j.triggerId')).as('triggerName'));

type JobSummaryRow = InferResult<ReturnType<typeof selectJobSummaries>>[number];

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
    revision: row.revision,
    schemaSha256: row.schemaSha256,
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
