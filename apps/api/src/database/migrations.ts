import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { lockSql } from './locks';

/** Relative to this file, or to the bundle in dist/apps/api. */
const defaultDirectory = join(
  __dirname,
  extname(__filename) === '.ts' ? '../../prisma/migrations' : '../../../apps/api/prisma/migrations',
);

/** The table of the Prisma command line, so that it and the server can each continue where the other one stopped. */
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

interface MigrationOptions {
  directory?: string;
  log?: Pick<Logger, 'info'>;
  /** Called before pending migrations are applied. */
  onPending?: () => Promise<void>;
}

/** Applies pending migrations and returns their names. Logs them before, because they may take minutes. */
export async function applyMigrations(
  pool: Pool,
  { directory = defaultDirectory, log, onPending }: MigrationOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const pending = await listPending(pool, migrations);
  if (pending.length === 0) return [];

  log?.info({ migrations: pending.map(({ name }) => name) }, 'applying migrations');
  await onPending?.();
  const applied: string[] = [];
  const client = await pool.connect();
  try {
    for (;;) {
      const startedAt = performance.now();
      const name = await applyNext(client, migrations);
      if (!name) break;
      applied.push(name);
      log?.info({ migration: name, ms: Math.round(performance.now() - startedAt) }, 'migration applied');
    }
  } finally {
    client.release();
  }
  return applied;
}

/**
 * Applies the next migration and records it in one transaction, so that a server that is killed leaves all of it or
 * nothing, and only one of several nodes applies it. (The schema engine of Prisma first writes the record and then sends
 * statement by statement. If it is killed in between, it rejects the database from then on.)
 */
async function applyNext(client: PoolClient, migrations: Migration[]): Promise<string | undefined> {
  await client.query('BEGIN');
  try {
    await client.query(lockSql('migrations'));
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

/** Reads the migrations of a folder in the order of their names, which begin with a timestamp. */
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
      throw new Error(
        `The database is newer than this version of Drover: it has the migration ${name}. Update Drover.`,
      );
    }
    if (known.get(name) !== checksum) {
      throw new Error(
        `The migration ${name} in the database differs from the one of this version of Drover.`,
      );
    }
    if (!isFinished) throw new Error(`The migration ${name} was started in this database but not finished.`);
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
