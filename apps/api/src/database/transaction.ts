import type { Pool, PoolClient } from 'pg';

/** Codes of PostgreSQL for a transaction that lost against another one, and would pass if it were tried again. */
const lostCodes = new Set(['40001', '40P01']);
const maxTries = 5;

/**
 * Runs statements on one connection as one transaction: all of them hold, or none. One that deadlocks with another is
 * tried again: set-based statements lock rows in no order of their own.
 */
export async function transact<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transactOnce(pool, work);
    } catch (error) {
      const { code } = error as { code?: string };
      if (tries === maxTries || !lostCodes.has(code ?? '')) throw error;
    }
  }
}

async function transactOnce<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query('BEGIN');
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
