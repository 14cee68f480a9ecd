import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { applyMigrations } from '../../database/migrations';
import { createTestDatabase, openPool, type TestDatabase } from '../../testing/database';

const name = '20261123192813_members';
const migrations = join(__dirname, '../../../prisma/migrations');
const ids = ['before', 'later'];

let database: TestDatabase;
let directory: string;
let pool: Pool;

const read = async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows;

/** What a server of the previous release writes: an account, a session and an access token. */
const writeAccount = (id: string) =>
  pool.query(`
    INSERT INTO "Account" (id, email, name, "passwordHash") VALUES ('${id}', '${id}@b.c', '${id}', 'hash');
    INSERT INTO "AccessToken" (id, "accountId", kind, name, hash, scopes) VALUES
      ('s${id}', '${id}', 'session', '', 's${id}', '{read}'), ('t${id}', '${id}', 'personal', '', 't${id}', '{read}')`);

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'drover-test-'));
  pool = openPool(database.url);
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  for (const each of (await readdir(migrations)).filter((other) => other < name)) {
    await cp(join(migrations, each), join(directory, each), { recursive: true });
  }
  await applyMigrations(pool, { directory });
  await writeAccount('before');
  await cp(join(migrations, name), join(directory, name), { recursive: true });
  await applyMigrations(pool, { directory });
  await writeAccount('later');
});
afterAll(async () => {
  await pool.end();
  await database.close();
  await rm(directory, { recursive: true });
});

describe('accounts of the previous release', () => {
  it('belong to a person with the same ID, before and after the migration', async () => {
    expect(await read(`SELECT id, email, name, "passwordHash" AS hash FROM "Person" ORDER BY 1`)).toEqual(
      ids.map((id) => ({ id, email: `${id}@b.c`, name: id, hash: 'hash' })),
    );
    expect(await read(`SELECT "accountId", "personId", role FROM "Member" ORDER BY 1`)).toEqual(
      ids.map((id) => ({ accountId: id, personId: id, role: 'owner' })),
    );
  });

  it('keep their sessions, which belong to the person, and their tokens, which belong to the workspace', async () => {
    expect(await read(`SELECT id, "personId", role FROM "AccessToken" ORDER BY 1`)).toEqual([
      ...ids.map((id) => ({ id: `s${id}`, personId: id, role: null })),
      ...ids.map((id) => ({ id: `t${id}`, personId: null, role: null })),
    ]);
  });

  it('have the same email address and password as their person, whichever is changed', async () => {
    await pool.query(`UPDATE "Account" SET "passwordHash" = 'new', email = 'a@b.c' WHERE id = 'before'`);
    await pool.query(`UPDATE "Person" SET "passwordHash" = 'new', email = 'b@b.c' WHERE id = 'later'`);
    for (const table of ['Person', 'Account']) {
      expect(await read(`SELECT id, email, "passwordHash" AS hash FROM "${table}" ORDER BY 1`)).toEqual([
        { id: 'before', email: 'a@b.c', hash: 'new' },
        { id: 'later', email: 'b@b.c', hash: 'new' },
      ]);
    }
  });
});
