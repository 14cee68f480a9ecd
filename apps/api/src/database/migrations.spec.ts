import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createTestDatabase, openPool, type TestDatabase } from '../testing/database';
import { applyMigrations } from './migrations';

describe('applyMigrations', () => {
  let database: TestDatabase;
  let directory: string;
  let pool: Pool;

  async function addMigration(name: string, sql: string): Promise<void> {
    await mkdir(join(directory, name), { recursive: true });
    await writeFile(join(directory, name, 'migration.sql'), sql);
  }

  async function listTables(): Promise<string[]> {
    const { rows } = await pool.query<{ tablename: string }>(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'sheep%' ORDER BY 1`,
    );
    return rows.map(({ tablename }) => tablename);
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = openPool(database.url);
  });

  beforeEach(async () => {
    await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    directory = await mkdtemp(join(tmpdir(), 'drover-test-'));
    await addMigration('20260101000000_one', `CREATE TABLE sheep (name TEXT DEFAULT ';');`);
    await addMigration('20260102000000_two', 'CREATE TABLE sheep_dog (); CREATE TABLE sheep_fold ();');
  });

  afterEach(() => rm(directory, { recursive: true }));

  afterAll(async () => {
    await pool.end();
    await database.close();
  });

  it('applies all migrations once, in order', async () => {
    expect(await applyMigrations(pool, { directory })).toEqual(['20260101000000_one', '20260102000000_two']);
    expect(await applyMigrations(pool, { directory })).toEqual([]);
    expect(await listTables()).toEqual(['sheep', 'sheep_dog', 'sheep_fold']);
  });

  it('logs what it is about to apply, and how long each migration took', async () => {
    const lines: unknown[] = [];
    const log = { info: (...line: unknown[]) => void lines.push(line) };
    await applyMigrations(pool, { directory, log });
    await applyMigrations(pool, { directory, log });
    const names = ['20260101000000_one', '20260102000000_two'];
    const took = (migration: string) => [
      { migration, ms: expect.any(Number) as number },
      'migration applied',
    ];
    expect(lines).toEqual([[{ migrations: names }, 'applying migrations'], ...names.map(took)]);
  });

  it('applies migrations that were added later', async () => {
    await applyMigrations(pool, { directory });
    await addMigration('20260103000000_three', 'CREATE TABLE sheep_pen ();');

    expect(await applyMigrations(pool, { directory })).toEqual(['20260103000000_three']);
  });

  it('applies each migration once when several nodes start together', async () => {
    const pools = Array.from({ length: 4 }, () => openPool(database.url));

    const applied = await Promise.all(pools.map((each) => applyMigrations(each, { directory })));

    expect(applied.flat().sort()).toEqual(['20260101000000_one', '20260102000000_two']);
    await Promise.all(pools.map((each) => each.end()));
  });

  it('rolls back a failed migration and applies it after it is fixed', async () => {
    await addMigration('20260103000000_three', 'CREATE TABLE sheep_pen (); CREATE TABLE sheep ();');
    await expect(applyMigrations(pool, { directory })).rejects.toThrow('relation "sheep" already exists');
    expect(await listTables()).toEqual(['sheep', 'sheep_dog', 'sheep_fold']);

    await addMigration('20260103000000_three', 'CREATE TABLE sheep_pen ();');
    expect(await applyMigrations(pool, { directory })).toEqual(['20260103000000_three']);
  });

  it('rejects a database that is newer than the program', async () => {
    await applyMigrations(pool, { directory });
    await rm(join(directory, '20260102000000_two'), { recursive: true });

    await expect(applyMigrations(pool, { directory })).rejects.toThrow(
      'The database is newer than this version of Drover: it has the migration 20260102000000_two. Update Drover.',
    );
  });

  it('rejects a migration that was changed after it was applied', async () => {
    await applyMigrations(pool, { directory });
    await addMigration('20260101000000_one', 'CREATE TABLE sheep ();');

    await expect(applyMigrations(pool, { directory })).rejects.toThrow(
      'The migration 20260101000000_one in the database differs from the one of this version of Drover.',
    );
  });

  it('applies the migrations of this program to an empty database', async () => {
    const applied = await applyMigrations(pool);

    expect(applied).toEqual(expect.arrayContaining([expect.stringMatching(/^\d{14}_initial$/)]));
    expect(await applyMigrations(pool)).toEqual([]);
  });
});
