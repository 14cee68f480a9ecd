import type { Pool, PoolClient, QueryResult } from 'pg';
import { lockSql } from './locks';
import { execute, type RowOf, type Statement } from './sql';

/** Codes of PostgreSQL for a transaction that conflicted with another one and may succeed if it is retried. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 5;

/**
 * Settings of a transaction that finds rows by their keys. PostgreSQL may otherwise read a whole table for a large batch,
 * which costs more the longer the history is. A plan that still has to contain what is off counts as very expensive, and
 * PostgreSQL would compile it (`jit`), which takes longer than the statement.
 */
export const byKey = 'SET LOCAL enable_seqscan = off; SET LOCAL jit = off';

/** Sends COMMIT without waiting for earlier statements. The work may call it right after its last statement. */
export type Commit = () => void;

type Work<Result> = (client: PoolClient, commit: Commit) => Promise<Result>;

interface TransactionOptions {
  /** Name of a lock. Transactions with the same lock run one after the other. */
  lock?: string;
  /** Statements that it begins with, such as SET LOCAL. */
  settings?: string;
}

/**
 * Runs statements on one connection in one transaction. Retries a transaction that deadlocked with another one, because
 * set-based statements lock rows in an undefined order.
 */
export async function transact<Result>(
  pool: Pool,
  ...args: [Work<Result>] | [TransactionOptions, Work<Result>]
): Promise<Result> {
  const [options, work] = args.length === 1 ? [{}, args[0]] : args;
  return retryConflicts(() => transactOnce(pool, options, work));
}

async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      const { code } = error as { code?: string };
      if (attempts === maxAttempts || !retryableCodes.has(code ?? '')) throw error;
    }
  }
}

async function transactOnce<Result>(
  pool: Pool,
  { lock, settings }: TransactionOptions,
  work: Work<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  // Is sent together with the first statement of the work, so that nobody waits for a transaction that does nothing yet.
  const begun = begin(client, [settings, lock && lockSql(lock)]);
  let ended: Promise<unknown> | undefined;
  // After a failed statement, PostgreSQL rolls back instead.
  const commit = () => {
    ended ??= client.query('COMMIT');
    ended.catch(() => undefined);
  };
  try {
    const result = await work(client, commit);
    await begun;
    commit();
    await ended;
    return result;
  } catch (error) {
    // After a failure, later statements report only that the transaction has failed.
    const cause = await begun.then(
      () => error,
      (beginError: unknown) => beginError,
    );
    // COMMIT ends the transaction even if it fails. A connection that cannot roll back is not used again.
    if (ended) await ended.catch(() => undefined);
    else await client.query('ROLLBACK').catch((rollbackError: Error) => (failure = rollbackError));
    throw cause;
  } finally {
    client.release(failure);
  }
}

/** Like Promise.all, but rejects only after all promises have settled, so that none sends a statement after the rollback. */
export async function settleAll<const Work extends readonly unknown[]>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

function begin(client: PoolClient, first: (string | undefined)[]): Promise<QueryResult> {
  const begun = client.query(['BEGIN', ...first.filter((statement) => statement)].join('; '));
  // The caller may fail before it waits for this.
  begun.catch(() => undefined);
  return begun;
}

/**
 * Runs a statement, and others after it, in a transaction, and sends all of it at once. A transaction whose statements are
 * sent one by one would keep the only session of the embedded database waiting for each of them. Returns the rows of the
 * first statement.
 */
export function executeWith<Row>(
  pool: Pool,
  options: TransactionOptions,
  ...[first, ...others]: [Statement<Row>, ...Statement<unknown>[]]
): Promise<RowOf<Row>[]> {
  return transact(pool, options, async (client, commit) => {
    const rows = execute(client, first);
    const rest = others.map((statement) => execute(client, statement));
    commit();
    await settleAll([rows, ...rest]);
    return rows;
  });
}
