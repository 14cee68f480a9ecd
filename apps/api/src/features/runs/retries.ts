import { LIMITS } from '@drover/contract';
import { sql, type InferResult } from 'kysely';
import type { ClientBase } from 'pg';
import type { ChangedRun } from '../../bus/bus';
import type { AppContext } from '../../context/app-context';
import { anyOf, insertFrom, now, secondsFromNow, texts, unnest } from '../../database/expressions';
import { newId } from '../../database/ids';
import { db, execute, executeFirst, prepared } from '../../database/sql';
import { transact } from '../../database/transaction';
import { startPeriodicTask } from '../../tasks/periodic-task';
import { announceRuns } from './announce';
import { releaseRuns } from './release';

/** A run that ended, and the attempts that may still follow it. */
export interface EndedRun extends ChangedRun {
  retriesLeft: number;
}

/** How often due attempts are released, and how many of them at a time. */
const everyMs = 1_000;
const batchRuns = 1000;

/**
 * Inserts the next attempt of each run that failed, timed out or expired, if its job allows it. Call it in the transaction
 * that ends the run, so that the job does not appear finished in between. The attempt is held until its time.
 */
export async function insertRetries(client: ClientBase, ended: EndedRun[]): Promise<ChangedRun[]> {
  const due = ended.filter(({ retriesLeft }) => retriesLeft > 0);
  if (due.length === 0) return [];
  const next = unnest('v', { runId: texts(due.map(({ id }) => id)), nextId: texts(due.map(newId)) });
  const update = db
    .updateTable('Run as r')
    .from([next, 'Device as d'])
    .set({ isRetried: true })
    .whereRef('r.id', '=', 'v.runId')
    .whereRef('d.id', '=', 'r.deviceId')
    .where('r.retriesLeft', '>', 0)
    .where('r.isRetried', 'is', false)
    .where('r.state', 'in', ['failed', 'timed_out', 'expired'])
    .returning(['v.nextId', 'r.id', 'r.jobId', 'r.accountId', 'r.deviceId', 'r.deviceName'])
    .returning(['r.scriptId', 'r.wave', 'r.variant', 'r.attempt', 'r.retriesLeft']);
  const retried = db
    .withTables<{ retried: InferResult<typeof update>[number] }>()
    .selectFrom('retried as r')
    .innerJoin('Job as j', 'j.id', 'r.jobId')
    // The job is not deleted before the attempt is inserted, which would outlive it.
    .forKeyShare('j');
  const insert = insertFrom(db.with('retried', () => update).insertInto('Run'), retried, (eb) => {
    // The delay doubles with each attempt.
    const delay = sql<number>`${eb.ref('j.retryDelaySeconds')} * power(2, ${eb.ref('r.attempt')} - 1)`;
    return {
      id: eb.ref('r.nextId'),
      jobId: eb.ref('r.jobId'),
      accountId: eb.ref('r.accountId'),
      deviceId: eb.ref('r.deviceId'),
      deviceName: eb.ref('r.deviceName'),
      scriptId: eb.ref('r.scriptId'),
      wave: eb.ref('r.wave'),
      variant: eb.ref('r.variant'),
      attempt: eb('r.attempt', '+', 1),
      retriesLeft: eb('r.retriesLeft', '-', 1),
      retryOf: eb.ref('r.id'),
      isHeld: true,
      deliverBy: secondsFromNow(sql<number>`least(${delay}, ${LIMITS.retryWaitSecondsMax})`),
    };
  }).returning(['id', 'state']);
  return execute(client, prepared(insert));
}

/** Releases attempts that are due. Attempts of a paused rollout wait. */
export async function releaseRetries(context: AppContext): Promise<void> {
  const due = db
    .selectFrom('Run as r')
    .select('r.id')
    .where('r.finishedAt', 'is', null)
    .where('r.deliverBy', '<=', now)
    .where('r.isHeld', 'is', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('Rollout as o').whereRef('o.jobId', '=', 'r.jobId').where('o.state', '=', 'paused'),
        ),
      ),
    )
    .orderBy('r.deliverBy');
  // Usually nothing is due, and a transaction would make other statements wait.
  if (!(await executeFirst(context.pool, prepared(due.limit(1))))) return;
  const lock = due.limit(batchRuns).forUpdate().skipLocked();
  const released = await transact(context.pool, async (client) => {
    const locked = await execute(client, prepared(lock));
    if (locked.length === 0) return [];
    return releaseRuns(client, (eb) => eb('r.id', '=', anyOf(locked.map(({ id }) => id))));
  });
  announceRuns(context, released);
}

/** Starts the periodic task that releases due attempts. Returns a function that ends it. */
export function startRetries(context: AppContext): () => Promise<void> {
  const options = { everyMs, log: context.log, failure: 'could not release due attempts' };
  return startPeriodicTask(() => releaseRetries(context), options).end;
}
