import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Pool, PoolClient } from 'pg';

/** Any number that nothing else in the same database locks. */
const advisoryLock = 7_316_802_154;

/** Seen from this file, or from the program in dist/apps/api that it is built into. */
const defaultDirectory = join(
  __dirname,
  extname(__filename) === '.ts' ? '../../prisma/migrations' : '../../../apps/api/prisma/migrations',
);

/** The record that the Prisma command line keeps, so that either of the two can go on where the other was. */
const createRecord = `
  CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36)  NOT NULL PRIMARY KEY,
    checksum            VARCHAR(64)  NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ  NOT NULL DEFAULT now(),
    applied_steps_count INTEGER      NOT NULL DEFAULT 0
  )`;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

interface AppliedMigration {
  name: string;
  checksum: string;
  isFinished: boolean;
}

/** Brings the database up to the program and returns the names of the migrations that were applied. */
export async function applyMigrations(pool: Pool, directory = defaultDirectory): Promise<string[]> {
  const migrations = await readMigrations(directory);
  if ((await listPending(pool, migrations)).length === 0) return [];

  const applied: string[] = [];
  const client = await pool.connect();
  try {
    for (let name = await applyNext(client, migrations); name; name = await applyNext(client, migrations)) {
      applied.push(name);
    }
  } finally {
    client.release();
  }
  return applied;
}

/**
 * A migration and its record are one transaction: a server that is killed leaves all of it or nothing, and of
 * two nodes that start together, one applies it. (The schema engine records first, and then sends statement by
 * statement: killed in between, it leaves a database that it refuses from then on.)
 */
async function applyNext(client: PoolClient, migrations: Migration[]): Promise<string | undefined> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLock]);
    await client.query(createRecord);
    const [next] = await listPending(client, migrations);
    if (next) {
      await client.query(next.sql);
      await client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
         VALUES ($1, $2, $3, now(), 1)`,
        [randomUUID(), next.checksum, next.name],
      );
    }
    await client.query('COMMIT');
    return next?.name;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Migrations of a folder in the order of their names, which begin with a time. */
async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);

  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(directory, name, 'migration.sql'), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function listPending(database: Pool | PoolClient, migrations: Migration[]): Promise<Migration[]> {
  const applied = await listApplied(database);
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]));

  for (const { name, checksum, isFinished } of applied) {
    if (!known.has(name)) {
      throw new Error(`The database is newer than this program: it holds the migration ${name}.`);
    }
    if (known.get(name) !== checksum) {
      throw new Error(`The migration ${name} in the database differs from the one of this program.`);
    }
    if (!isFinished) throw new Error(`The migration ${name} was begun in this database and not finished.`);
  }

  const done = new Set(applied.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

async function listApplied(database: Pool | PoolClient): Promise<AppliedMigration[]> {
  const record = await database.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  if (!record.rows[0]?.exists) return [];

  const { rows } = await database.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished"
       FROM _prisma_migrations
      WHERE rolled_back_at IS NULL`,
  );
  return rows;
}
