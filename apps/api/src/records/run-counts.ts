import { RunState, type RunCounts } from '@drover/contract';
import { sql, type Expression } from 'kysely';
import { db } from '../database/sql';

/** Selects the number of runs of a job by state. Of the attempts on a device only the last one counts. */
export function selectRunCounts(jobId: Expression<string | null>) {
  const counted = db
    .selectFrom('Run')
    .select((eb) => ['state', eb.fn.countAll().as('runs')])
    .where('jobId', '=', jobId)
    .where('isRetried', 'is', false)
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
