import type { Pool, PoolClient } from 'pg';

/** Runs statements on one connection as one transaction: all of them hold, or none. */
export async function transact<Result>(
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
