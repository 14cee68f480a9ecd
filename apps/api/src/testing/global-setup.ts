import { Pool } from 'pg';
import { applyMigrations } from '../database/migrations';
import { freshDatabase, testDatabaseUrl, testServerUrl } from './database';
import { closeLater } from './global-teardown';
import { findPostgresServer } from './postgres-server';

/** One migrated database for the whole run: embedded, or with TEST_DATABASE=postgres on a server. */
async function prepareDatabase(): Promise<void> {
  const description = process.env.TEST_DATABASE === 'postgres' ? await preparePostgres() : 'embedded PGlite';

  const database = await freshDatabase();
  closeLater(database.close);
  const pool = new Pool({ connectionString: database.url });
  await applyMigrations(pool);
  await pool.end();

  process.env[testDatabaseUrl] = database.url;
  process.stdout.write(`\nTest database: ${description}\n`);
}

async function preparePostgres(): Promise<string> {
  const server = await findPostgresServer(process.env.TEST_POSTGRES_URL);
  if (!server) {
    throw new Error(
      'No PostgreSQL: TEST_POSTGRES_URL is not set, 127.0.0.1:5432 is silent, initdb is not on the PATH.',
    );
  }
  closeLater(server.close);
  process.env[testServerUrl] = server.url;
  return server.description;
}

// eslint-disable-next-line no-restricted-syntax -- jest takes the default export
export default prepareDatabase;
