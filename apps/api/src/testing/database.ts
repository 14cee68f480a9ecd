import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool, type PoolConfig } from 'pg';
import pino from 'pino';
import { openDatabase, type Database } from '../database/database';
import { openEmbeddedDatabase } from '../database/embedded/embedded';

/** What the jest run's setup tells the spec files; absent where databases are embedded, or there is no NATS. */
export const testDatabaseUrl = 'TEST_DATABASE_URL';
export const testServerUrl = 'TEST_SERVER_URL';
export const testNatsUrl = 'TEST_NATS_SERVER_URL';

export interface TestDatabase {
  url: string;
  close: () => Promise<void>;
}

/** Connections of this spec file to the run's one database, which holds the rows of other files too. */
export function openTestDatabase(): Promise<Database> {
  const databaseUrl = process.env[testDatabaseUrl];
  if (!databaseUrl)
    throw new Error(`${testDatabaseUrl} is not set: jest runs with this project's globalSetup.`);
  return openDatabase({ dataDir: tmpdir(), databaseUrl, log: pino({ level: 'silent' }) });
}

/** Connections to a database that is dropped later: pg ends a pool before its last connections are gone. */
export function openPool(connectionString: string, config: PoolConfig = {}): Pool {
  return new Pool({ ...config, connectionString }).on('error', () => undefined);
}

/** A database without a table, for the few specs that need one of their own. */
export function freshDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env[testServerUrl];
  return serverUrl ? createOnServer(serverUrl) : createEmbedded();
}

async function createOnServer(serverUrl: string): Promise<TestDatabase> {
  const name = `drover_test_${randomBytes(6).toString('hex')}`;
  await runOnServer(serverUrl, `CREATE DATABASE ${name}`);

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

async function createEmbedded(): Promise<TestDatabase> {
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
