import type { PGlite } from '@electric-sql/pglite';
import { setTimeout as delay } from 'node:timers/promises';
import type { DurableFiles } from './durable-files';
import type { SessionLock } from './session-lock';
import type { WriteAheadLog } from './write-ahead-log';

/** PostgreSQL's extension for its cache of pages, in a schema of its own. */
const schema = 'page_cache';
export const createExtension = `
  CREATE SCHEMA IF NOT EXISTS ${schema};
  CREATE EXTENSION IF NOT EXISTS pg_buffercache SCHEMA ${schema}`;

/** Pages change during the first pass, which may take seconds. The second one is short. */
const passes = 2;

/** Pages of 8 kB that one statement writes, so that others wait for a few milliseconds only. */
const pagesPerStatement = 128;

/** Enough for all pages of the cache, once. Other statements change pages meanwhile. */
const maxStatements = 40;

/** Time for other statements after each of these. */
const pauseMs = 20;

/** Writes changed pages to their files and removes them from the cache. */
const writePages = `
  SELECT count(*)::int AS count
  FROM (
    SELECT ${schema}.pg_buffercache_evict(bufferid)
    FROM (SELECT bufferid FROM ${schema}.pg_buffercache WHERE isdirty LIMIT ${pagesPerStatement}) AS changed
  ) AS written`;

interface CheckpointerOptions {
  database: PGlite;
  files: DurableFiles;
  log: WriteAheadLog;
  session: SessionLock;
}

/**
 * Makes older parts of the log unnecessary. PostgreSQL's own background processes for it do not exist in PGlite. A
 * checkpoint writes all changed pages and syncs their files, and no other statement can run meanwhile. So most of both is
 * done before, while other statements run.
 */
export class Checkpointer {
  private isRunning = false;

  constructor(private readonly options: CheckpointerOptions) {}

  /** Runs a checkpoint if one is due and none is running. Rejects if the database or the disk has failed. */
  async runIfDue(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.options.log.isCheckpointDue) await this.run();
    this.isRunning = false;
  }

  private async run(): Promise<void> {
    const { database, files, log, session } = this.options;
    log.markCheckpoint();
    for (let pass = 0; pass < passes; pass += 1) {
      await this.writePages();
      await files.syncAhead();
    }
    await session.lock('transaction');
    try {
      await database.exec('CHECKPOINT');
    } finally {
      session.unlock();
    }
  }

  private async writePages(): Promise<void> {
    const { database, log, session } = this.options;
    for (let statement = 0; statement < maxStatements; statement += 1) {
      // A page may be written only once the log is durable. Waiting for it here stops no other statement.
      await log.untilDurable();
      await session.lock('statement');
      try {
        const { rows } = await database.query<{ count: number }>(writePages);
        if (rows[0].count < pagesPerStatement) return;
      } finally {
        session.unlock();
      }
      await delay(pauseMs);
    }
  }
}
