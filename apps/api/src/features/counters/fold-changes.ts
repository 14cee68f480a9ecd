import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { AppContext } from '../../context/app-context';
import { db, prepared } from '../../database/sql';
import { executeWith } from '../../database/transaction';
import { startPeriodicTask } from '../../tasks/periodic-task';

const everyMs = 1_000;

/** Maximum number of changes per transaction, so that it is short. */
const maxChanges = 5_000;

/** Only one transaction folds at a time, so that two never wait for each other's counters. */
const lock = 'fold changes';

const foldStatements = [
  prepared(db.selectNoFrom(sql<number>`"foldRunChanges"(${maxChanges})`.as('changes'))),
  prepared(db.selectNoFrom(sql<number>`"foldTimeChanges"(${maxChanges})`.as('changes'))),
  prepared(db.selectNoFrom(sql<number>`"foldFailureChanges"(${maxChanges})`.as('changes'))),
];

/**
 * Adds the changes that triggers of the table Run have recorded to the counters JobCount, HourlyRuns and DailyTimes,
 * and to those of failures. Afterwards the counters contain each change that was committed before the call.
 */
export async function foldChanges(pool: Pool): Promise<void> {
  for (const statement of foldStatements) {
    const fold = async () => (await executeWith(pool, { lock }, statement))[0]?.changes ?? 0;
    while ((await fold()) === maxChanges);
  }
}

/** Starts the periodic task that folds changes. Returns a function that ends it. */
export function startFoldingChanges({ pool, log }: AppContext): () => Promise<void> {
  return startPeriodicTask(() => foldChanges(pool), {
    everyMs,
    log,
    failure: 'could not fold changes of runs',
  }).end;
}
