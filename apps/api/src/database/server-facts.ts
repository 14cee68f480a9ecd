import { Client } from 'pg';
import { describeConnectionError, describeServer } from './connection-error';

const connectTimeoutMs = 5_000;

/** What a PostgreSQL server says of itself. */
export interface ServerFacts {
  /** Such as 15. */
  majorVersion: number;
  /** The setting synchronous_commit. */
  synchronousCommit: string;
  now: Date;
}

/** Connects to PostgreSQL without changing anything. The error says why it cannot be used. */
export async function readServerFacts(databaseUrl: string): Promise<ServerFacts> {
  const server = describeServer(databaseUrl);
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  try {
    await client.connect();
  } catch (error) {
    throw describeConnectionError(error, server);
  }
  try {
    const { rows } = await client.query<{ version: number; synchronousCommit: string; now: Date }>(
      `SELECT current_setting('server_version_num')::int AS version,
              current_setting('synchronous_commit') AS "synchronousCommit", clock_timestamp() AS now`,
    );
    const [{ version, ...facts }] = rows;
    return { ...facts, majorVersion: Math.floor(version / 10_000) };
  } finally {
    await client.end();
  }
}
