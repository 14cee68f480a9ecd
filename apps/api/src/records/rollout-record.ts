import type { Rollout, RunCounts, Wave } from '@drover/contract';
import { sql, type Expression, type InferResult } from 'kysely';
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres';
import { int } from '../database/expressions';
import { db } from '../database/sql';
import type { StatementScope } from './device-scope';
import { allCounts, selectCounters } from './run-counts';
import { failedStates } from './run-states';

/** Selects the rollout of a job with its waves as one JSON value. Timestamps in it are texts. */
export function selectRollout(jobId: Expression<string>, scope?: StatementScope) {
  return db
    .selectFrom('Rollout as o')
    .where('o.jobId', '=', jobId)
    .select(({ ref }) =>
      jsonBuildObject({
        state: ref('o.state'),
        reason: ref('o.reason'),
        devices: scope?.groupIds === undefined ? ref('o.devices') : countDevices(ref('o.jobId'), scope),
        perMinute: ref('o.perMinute'),
        stopAfterFailedPercent: ref('o.stopAfterFailedPercent'),
        codeUpdatedAt: sql<string | null>`${ref('o.codeUpdatedAt')}`,
        released: countReleased(ref('o.jobId'), scope),
        waves: selectWaves(ref('o.jobId'), scope),
      }).as('rollout'),
    );
}

function countDevices(jobId: Expression<string>, scope: StatementScope) {
  const devices = db
    .selectFrom(selectCounters(jobId, scope).as('counters'))
    .select(({ fn }) => int(fn.sum('runs')).as('count'));
  return sql<number>`coalesce(${devices}, 0)`;
}

function countReleased(jobId: Expression<string>, scope?: StatementScope) {
  const released = db
    .selectFrom(selectCounters(jobId, scope).as('counters'))
    .select(({ fn }) => int(fn.sum('released')).as('count'));
  return sql<number>`coalesce(${released}, 0)`;
}

/** Selects the waves of a rollout. Of the attempts on a device, only the last one counts. */
function selectWaves(jobId: Expression<string>, scope?: StatementScope) {
  const runs = db
    .selectFrom(selectCounters(jobId, scope).as('counters'))
    .select(({ fn }) => ['wave', 'state', fn.sum('runs').as('runs')])
    .groupBy(['wave', 'state']);
  const counted = db
    .selectFrom(runs.as('each'))
    .select(({ ref }) => [
      'wave',
      sql<Partial<RunCounts> | null>`json_object_agg(${ref('state')}, ${ref('runs')})`.as('counts'),
    ])
    .groupBy('wave');
  return jsonArrayFrom(
    db
      .selectFrom('RolloutWave as w')
      .leftJoin(counted.as('counted'), 'counted.wave', 'w.n')
      .select(['w.n', 'w.devices', 'w.state', 'w.reason', 'w.startedAt', 'w.finishedAt', 'counted.counts'])
      .where('w.jobId', '=', jobId)
      .orderBy('w.n'),
  );
}
type RolloutJson = InferResult<ReturnType<typeof selectRollout>>[number]['rollout'];

export function toRollout({ state, reason, waves, ...rollout }: RolloutJson): Rollout {
  return {
    state,
    reason,
    perMinute: rollout.perMinute,
    stopAfterFailedPercent: rollout.stopAfterFailedPercent,
    devices: rollout.devices,
    released: rollout.released,
    codeUpdatedAt: toTimestamp(rollout.codeUpdatedAt),
    waves: waves.map(toWave),
  };
}

function toWave({ n, devices, state, reason, ...wave }: RolloutJson['waves'][number]): Wave {
  const counts = allCounts(wave.counts);
  const failed = failedStates.reduce((sum, each) => sum + counts[each], 0);
  return {
    n,
    devices,
    state,
    reason,
    failedPercent: failedPercent({ succeeded: counts.succeeded, failed }),
    counts,
    startedAt: toTimestamp(wave.startedAt),
    finishedAt: toTimestamp(wave.finishedAt),
  };
}

function toTimestamp(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Returns the percentage of results that are failures, to one decimal place. Null if there are no results. */
export function failedPercent({ succeeded, failed }: { succeeded: number; failed: number }): number | null {
  return succeeded + failed === 0 ? null : Math.round((failed / (succeeded + failed)) * 1000) / 10;
}
