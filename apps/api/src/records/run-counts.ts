import { RunState, type RunCounts } from '@drover/contract';
import { sql, type Expression } from 'kysely';
import { db } from '../database/sql';
import { isInScope, type StatementScope } from './device-scope';

/**
 * Selects the counters of a job, with the changes that are not folded into them yet. A key may have several rows. There
 * are no counters by device, so the runs of a scope are counted.
 */
export function selectCounters(jobId: Expression<string | null>, scope?: StatementScope) {
  const columns = ['wave', 'state', 'runs', 'released'] as const;
  const counters = db
    .selectFrom('JobCount')
    .select(columns)
    .where('jobId', '=', jobId)
    .unionAll(db.selectFrom('RunChange').select(columns).where('jobId', '=', jobId));
  return scope?.groupIds === undefined ? counters : selectScoped(jobId, scope);
}

function selectScoped(jobId: Expression<string | null>, scope: StatementScope) {
  return db
    .selectFrom('Run as counted')
    .select(({ ref }) => [
      sql<number>`coalesce(${ref('counted.wave')}, 0)`.as('wave'),
      'counted.state',
      sql<number>`(NOT ${ref('counted.isRetried')})::int`.as('runs'),
      sql<number>`(${ref('counted.attempt')} = 1 AND ${ref('counted.releasedAt')} IS NOT NULL)::int`.as(
        'released',
      ),
    ])
    .where('counted.jobId', '=', jobId)
    .where(({ and, ref }) => and(isInScope(ref('counted.deviceId'), scope)));
}

/** Selects the number of runs of a job by state. Of the attempts on a device only the last one counts. */
export function selectRunCounts(jobId: Expression<string | null>, scope?: StatementScope) {
  const counted = db
    .selectFrom(selectCounters(jobId, scope).as('counters'))
    .select((eb) => ['state', eb.fn.sum('runs').as('runs')])
    .groupBy('state');
  return db
    .selectFrom(counted.as('counted'))
    .select(({ ref }) =>
      sql<Partial<RunCounts> | null>`json_object_agg(${ref('state')}, ${ref('runs')})`.as('counts'),
    );
}

const noRuns = Object.fromEntries(RunState.options.map((state) => [state, 0])) as RunCounts;

/** Adds a count of 0 for each state without runs. */
export function allCounts(counts: Partial<RunCounts> | null): RunCounts {
  return { ...noRuns, ...counts };
}
