import { randomBytes } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { Client } from 'pg';

/** The environment variable with the data directory of a server that was started once and never used. */
export const firstStartVariable = 'DROVER_TEST_FIRST_START';

/** The environment variable with the URL of the database of that server, if it was on PostgreSQL. */
export const templateVariable = 'DROVER_TEST_TEMPLATE_URL';

/** A database of its own on a PostgreSQL that other tests use too. */
export interface OwnDatabase {
  url: string;
  drop: () => Promise<void>;
}

/**
 * Copies the data directory of a server that was started once, which saves seconds per server. Without the global setup
 * of the tests, the directory stays empty and the server creates it.
 */
export async function copyFirstStart(dataDir: string): Promise<void> {
  const prepared = process.env[firstStartVariable];
  if (prepared) await cp(prepared, dataDir, { recursive: true });
}

/** Copies the database of that server. Returns undefined if there is no PostgreSQL: the embedded database is used then. */
export async function copyFirstDatabase(): Promise<OwnDatabase | undefined> {
  const template = process.env[templateVariable];
  return template ? createDatabase(template, new URL(template).pathname.slice(1)) : undefined;
}

/** Creates a database on the server of a URL, as a copy of another one. */
export async function createDatabase(serverUrl: string, template = 'template1'): Promise<OwnDatabase> {
  const name = `drover_e2e_${randomBytes(6).toString('hex')}`;
  await execute(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return {
    url: databaseUrl(serverUrl, name),
    drop: () => execute(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/** Runs a statement outside of the databases that it creates, copies or drops. */
async function execute(serverUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl(serverUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
