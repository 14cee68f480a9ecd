import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMigrations } from '../database/migrations';
import { createTestDatabase, openPool, type TestDatabase } from '../testing/database';
import { startTestServer, type TestServer } from '../testing/test-server';
import { listRequests, sendAsCaller, writeTables, type FormerInstallation } from './former-installation';

const migrations = join(__dirname, '../../prisma/migrations');

let database: TestDatabase;
let server: TestServer;
let former: FormerInstallation;

beforeAll(async () => {
  const file = join(__dirname, 'former-installation.json');
  former = JSON.parse(await readFile(file, 'utf8')) as FormerInstallation;
  database = await createTestDatabase();
  const pool = openPool(database.url);
  const directory = await mkdtemp(join(tmpdir(), 'drover-test-'));
  for (const each of former.migrations) {
    await cp(join(migrations, each), join(directory, each), { recursive: true });
  }
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await applyMigrations(pool, { directory });
  await writeTables(pool, former);
  await pool.end();
  await rm(directory, { recursive: true });
  // The server applies the other migrations when it starts.
  server = await startTestServer({ DATABASE_URL: database.url });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

describe('an installation from before workspaces', () => {
  // The requests change what later ones read, so they are sent in the order in which the answers were recorded.
  it('gives every public caller the answer that it gave before the migration', async () => {
    const answers = [];
    for (const request of listRequests()) {
      answers.push(await sendAsCaller(server.url, former.accounts[request.account], request));
    }
    expect(answers).toEqual(former.answers);
  });
});
