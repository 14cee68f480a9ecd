import { appendFileSync } from 'node:fs';
import type { Pool, PoolClient } from 'pg';
import type { Acknowledgement } from './recording';

const schema = `
  CREATE TABLE single (id INT PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE pair (id INT, half INT, PRIMARY KEY (id, half));
  CREATE TABLE moved (id INT PRIMARY KEY, value INT NOT NULL);
  CREATE TABLE rewritten (id INT PRIMARY KEY);
`;

const writers = 6;

/** Rows between two rewrites. */
const rowsPerRewrite = 25;
const segmentsPerRewrite = 3;

interface Workload {
  pool: Pool;
  rounds: number;
  /** The file that gets an entry for each acknowledged row. */
  recording: string;
}

/** Writes as several connections do at once, in statements and transactions, and records each acknowledged row. */
export async function runWorkload({ pool, rounds, recording }: Workload): Promise<void> {
  const acknowledge = (table: string, id: number) => {
    const entry: Acknowledgement = { op: 'acknowledged', table, id };
    appendFileSync(recording, `${JSON.stringify(entry)}\n`);
  };
  await pool.query(schema);

  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let round = 0; round < rounds; round += 1) {
        const id = round * writers + writer + 1;
        await pool.query('INSERT INTO single VALUES ($1, $2)', [id, `${id} `.repeat(id % 300)]);
        acknowledge('single', id);
        await inTransaction(pool, (client) => writePair(client, id));
        acknowledge('pair', id);
        await pool.query('DELETE FROM moved WHERE id < $1 - 20', [id]);
        if (id % rowsPerRewrite === 0) await rewrite(pool, id);
        if (id % rowsPerRewrite === 0) acknowledge('rewritten', id);
      }
    }),
  );
}

async function writePair(client: PoolClient, id: number): Promise<void> {
  await client.query('INSERT INTO pair VALUES ($1, 1)', [id]);
  await client.query('INSERT INTO moved VALUES ($1, $1) ON CONFLICT (id) DO UPDATE SET value = $1', [id]);
  await client.query('INSERT INTO pair VALUES ($1, 2)', [id]);
}

/**
 * Replaces files: a truncated table gets a new one, the old one is deleted. Ends segments of the log, after some of which the
 * database runs a checkpoint on its own.
 */
async function rewrite(pool: Pool, id: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT id FROM rewritten');
    await client.query('TRUNCATE rewritten');
    await client.query('INSERT INTO rewritten SELECT id FROM kept UNION SELECT $1::int', [id]);
  });
  if (id % 2 === 0) await pool.query('CHECKPOINT');
  for (let segment = 0; segment < segmentsPerRewrite; segment += 1) {
    await pool.query('INSERT INTO rewritten VALUES ($1)', [-id * segmentsPerRewrite - segment]);
    await pool.query('SELECT pg_switch_wal()');
  }
}

async function inTransaction(pool: Pool, run: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await run(client);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

/** Returns the IDs in a table, read from the table itself and not from its index. */
export async function readIds(pool: Pool, table: string): Promise<Set<number>> {
  const { rows } = await pool.query<{ id: number }>(`SELECT DISTINCT id FROM ${table}`);
  return new Set(rows.map(({ id }) => id));
}

/** Fails if a transaction is there by half, an index disagrees with its table, or a page is damaged. */
export async function assertConsistent(pool: Pool): Promise<void> {
  const { rows } = await pool.query('SELECT id FROM pair GROUP BY id HAVING count(*) <> 2');
  if (rows.length > 0) throw new Error(`Half of the transactions ${JSON.stringify(rows)} is there.`);
  // Writing each row again fails if the log ends before a change that is already in a table.
  for (const table of ['single', 'pair', 'moved', 'rewritten']) {
    await pool.query(`UPDATE ${table} SET id = id`);
    await pool.query(`REINDEX TABLE ${table}`);
  }
  await pool.query('CHECKPOINT');
}
