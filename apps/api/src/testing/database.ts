import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool, type PoolConfig } from 'pg';
import pino from 'pino';
import { openDatabase, type Database } from '../database/database';
import { openEmbeddedDatabase } from '../database/embedded/embedded';

// The global setup sets these variables for the spec files. The first one has a URL per Jest worker.
export const testDatabaseUrls = 'TEST_DATABASE_URLS';
export const testServerUrl = 'TEST_SERVER_URL';
export const testNatsUrl = 'TEST_NATS_SERVER_URL';

export interface TestDatabase {
  url: string;
  close: () => Promise<void>;
}

/**
 * Returns the URL of this worker's database. Its spec files run one after the other, so their servers do not do each
 * other's work. Rows are not deleted.
 */
export function workerDatabaseUrl(): string {
  const urls = process.env[testDatabaseUrls]?.split(' ') ?? [];
  const url = urls[Number(process.env.JEST_WORKER_ID ?? 1) - 1];
  if (!url) throw new Error(`${testDatabaseUrls} is not set. Run jest with this project's configuration.`);
  return url;
}

/** Opens the database of this worker. */
export function openTestDatabase(): Promise<Database> {
  return openDatabase({
    dataDir: tmpdir(),
    databaseUrl: workerDatabaseUrl(),
    log: pino({ level: 'silent' }),
  });
}

/** Opens a pool whose database may be dropped: pg ends a pool before its last connections are closed. */
export function openPool(connectionString: string, config: PoolConfig = {}): Pool {
  return new Pool({ ...config, connectionString }).on('error', () => undefined);
}

/** Creates an empty database, for the few specs that cannot share one. */
export function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env[testServerUrl];
  return serverUrl ? createOnServer(serverUrl) : createEmbeddedTestDatabase();
}

async function createOnServer(serverUrl: string): Promise<TestDatabase> {
  const name = `drover_test_${randomBytes(6).toString('hex')}`;
  await runOnServer(serverUrl, `CREATE DATABASE ${name}`);
  // No spec stops the server of the database, so that commits need not wait for its disk.
  await runOnServer(serverUrl, `ALTER DATABASE ${name} SET synchronous_commit = off`);

  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, close: () => runOnServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function runOnServer(connectionString: string, statement: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates an empty embedded database, whatever TEST_DATABASE is. */
export async function createEmbeddedTestDatabase(): Promise<TestDatabase> {
  const directory = await mkdtemp(join(tmpdir(), 'drover-test-'));
  const fail = (error: Error) => {
    throw error;
  };
  const database = await openEmbeddedDatabase({ directory: join(directory, 'database'), onFailure: fail });

  const { host, port } = database.connection;
  return {
    url: `postgresql://postgres@localhost:${port}/postgres?host=${encodeURIComponent(host)}`,
    async close() {
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
