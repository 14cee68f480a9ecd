import type { Pool, PoolClient } from 'pg';
import { lockSql } from './locks';

/** Codes of PostgreSQL for a transaction that conflicted with another one and may succeed if it is retried. */
const retryableCodes = new Set(['40001', '40P01']);
const maxAttempts = 5;

/**
 * Settings of a transaction that finds rows by their keys. PostgreSQL may otherwise read a whole table for a large batch,
 * which costs more the longer the history is. A plan that still has to contain what is off counts as very expensive, and
 * PostgreSQL would compile it (`jit`), which takes longer than the statement.
 */
export const byKey = 'SET LOCAL enable_seqscan = off; SET LOCAL jit = off';

type Work<Result> = (client: PoolClient) => Promise<Result>;

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
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await transactOnce(pool, options, work);
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
  try {
    // Sends these statements in one message, to save round trips.
    const first = [
      ...(settings === undefined ? [] : [settings]),
      ...(lock === undefined ? [] : [lockSql(lock)]),
    ];
    await client.query(['BEGIN', ...first].join('; '));
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    // A connection that cannot roll back is not used again.
    await client.query('ROLLBACK').catch((rollbackError: Error) => (failure = rollbackError));
    throw error;
  } finally {
    client.release(failure);
  }
}
