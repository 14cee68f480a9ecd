import { RunState, type RunCounts } from '@drover/contract';
import { sql, type Expression } from 'kysely';
import { db } from '../database/sql';

/** Selects the counters of a job, with the changes that are not folded into them yet. A key may have several rows. */
export function selectCounters(jobId: Expression<string | null>) {
  const columns = ['wave', 'state', 'runs', 'released'] as const;
  return db
    .selectFrom('JobCount')
    .select(columns)
    .where('jobId', '=', jobId)
    .unionAll(db.selectFrom('RunChange').select(columns).where('jobId', '=', jobId));
}

/** Selects the number of runs of a job by state. Of the attempts on a device only the last one counts. */
export function selectRunCounts(jobId: Expression<string | null>) {
  const counted = db
    .selectFrom(selectCounters(jobId).as('counters'))
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
