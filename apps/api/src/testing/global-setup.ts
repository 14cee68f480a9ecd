import { Pool } from 'pg';
import { applyMigrations } from '../database/migrations';
// eslint-disable-next-line @nx/enforce-module-boundaries -- jest maps no names for its setup
import { findNatsServer, findPostgresServer } from '../../../../libs/test-services/src';
import { freshDatabase, testDatabaseUrl, testNatsUrl, testServerUrl } from './database';
import { closeLater } from './global-teardown';

/** One migrated database for the whole run: embedded, or with TEST_DATABASE=postgres on a server. And a NATS. */
async function prepare(): Promise<void> {
  const description = process.env.TEST_DATABASE === 'postgres' ? await preparePostgres() : 'embedded PGlite';

  const database = await freshDatabase();
  closeLater(database.close);
  const pool = new Pool({ connectionString: database.url });
  await applyMigrations(pool);
  await pool.end();

  process.env[testDatabaseUrl] = database.url;
  process.stdout.write(`\nTest database: ${description}; bus: ${await prepareNats()}\n`);
}

async function prepareNats(): Promise<string> {
  const server = await findNatsServer(process.env.TEST_NATS_URL);
  if (!server && process.env.CI === 'true') {
    throw new Error(
      'No NATS: TEST_NATS_URL is not set, 127.0.0.1:4222 is silent, nats-server is not on the PATH.',
    );
  }
  if (!server) return '*** SKIPPED: no NATS here ***';
  closeLater(server.close);
  process.env[testNatsUrl] = server.url;
  return server.description;
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
export default prepare;
