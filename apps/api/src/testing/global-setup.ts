import { Pool } from 'pg';
import { applyMigrations } from '../database/migrations';
import { findNatsServer, findPostgresServer } from '@drover/test-services';
import { createTestDatabase, testDatabaseUrls, testNatsUrl, testServerUrl } from './database';
import { closeLater } from './global-teardown';

const embedded = 'embedded PGlite';

/** Prepares a migrated database for each worker, and NATS. */
async function prepare({ maxWorkers }: { maxWorkers: number }): Promise<void> {
  const description = await chooseDatabase();
  const urls: string[] = [];
  while (urls.length < maxWorkers) urls.push(await prepareDatabase());
  process.env[testDatabaseUrls] = urls.join(' ');
  process.stdout.write(`\nTest database: ${description}; bus: ${await prepareNats()}\n`);
}

async function prepareDatabase(): Promise<string> {
  const database = await createTestDatabase();
  closeLater(database.close);
  const pool = new Pool({ connectionString: database.url });
  await applyMigrations(pool);
  await pool.end();
  return database.url;
}

async function prepareNats(): Promise<string> {
  const server = await findNatsServer(process.env.TEST_NATS_URL);
  if (!server && process.env.CI === 'true') {
    throw new Error('Found no NATS. Set TEST_NATS_URL, start one on 127.0.0.1:4222, or install nats-server.');
  }
  if (!server) return '*** SKIPPED: found no NATS ***';
  closeLater(server.close);
  process.env[testNatsUrl] = server.url;
  return server.description;
}

/** Chooses PostgreSQL where it is available, because it is faster. TEST_DATABASE=embedded asks for the embedded one. */
async function chooseDatabase(): Promise<string> {
  if (process.env.TEST_DATABASE === 'embedded') return embedded;
  const server = await findPostgresServer(process.env.TEST_POSTGRES_URL);
  if (!server && process.env.CI === 'true') {
    throw new Error(
      'Found no PostgreSQL. Set TEST_POSTGRES_URL, start one on 127.0.0.1:5432, or install initdb.',
    );
  }
  if (!server) return embedded;
  closeLater(server.close);
  process.env[testServerUrl] = server.url;
  return server.description;
}

export default prepare;
