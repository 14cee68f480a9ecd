import { escapeLiteral, type Pool, type PoolClient } from 'pg';

/** Codes of PostgreSQL for a transaction that lost against another one, and would pass if it were tried again. */
const lostCodes = new Set(['40001', '40P01']);
const maxTries = 5;

type Work<Result> = (client: PoolClient) => Promise<Result>;

interface TransactionOptions {
  /** What is locked until the end: of transactions that name the same, one comes after the other. */
  lock?: string;
}

/**
 * Runs statements on one connection as one transaction: all of them hold, or none. One that deadlocks with another is
 * tried again: set-based statements lock rows in no order of their own.
 */
export async function transact<Result>(
  pool: Pool,
  ...given: [Work<Result>] | [TransactionOptions, Work<Result>]
): Promise<Result> {
  const [options, work] = given.length === 1 ? [{}, given[0]] : given;
  for (let tries = 1; ; tries += 1) {
    try {
      return await transactOnce(pool, options, work);
    } catch (error) {
      const { code } = error as { code?: string };
      if (tries === maxTries || !lostCodes.has(code ?? '')) throw error;
    }
  }
}

async function transactOnce<Result>(
  pool: Pool,
  { lock }: TransactionOptions,
  work: Work<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // In one message: each statement costs its way to the database and back.
    const take = lock === undefined ? '' : `; SELECT pg_advisory_xact_lock(hashtext(${escapeLiteral(lock)}))`;
    await client.query(`BEGIN${take}`);
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
