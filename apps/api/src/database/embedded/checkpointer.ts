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

/** More pages become dirty during the first pass, which may take seconds. The second one is short. */
const passes = 2;

/** Pages of 8 kB that one statement writes, so that others wait for a few milliseconds only. */
const pagesPerStatement = 128;

/** Enough to write every page of the cache once. Other statements may make pages dirty as fast as these write them. */
const maxStatements = 40;

/** Time for other statements after each of these. */
const pauseMs = 20;

/** Writes some of the dirty pages to their files and evicts them from the cache. Returns how many. */
const writePages = `
  SELECT count(*)::int AS count
  FROM (
    SELECT ${schema}.pg_buffercache_evict(bufferid)
    FROM (SELECT bufferid FROM ${schema}.pg_buffercache WHERE isdirty LIMIT ${pagesPerStatement}) AS dirty
  ) AS written`;

interface CheckpointerOptions {
  database: PGlite;
  files: DurableFiles;
  log: WriteAheadLog;
  session: SessionLock;
}

/**
 * Runs the checkpoints of a PGlite, which has no background processes for them. All statements wait for a checkpoint, so most
 * pages are written and most files are synced beforehand, while statements run.
 */
export class Checkpointer {
  private isRunning = false;

  constructor(private readonly options: CheckpointerOptions) {}

  /** Whether to call `run`. */
  get isDue(): boolean {
    return !this.isRunning && this.options.log.isCheckpointDue;
  }

  /** Runs checkpoints until none is due. Rejects if the database or the disk has failed. */
  async run(): Promise<void> {
    this.isRunning = true;
    while (this.options.log.isCheckpointDue) await this.runOne();
    this.isRunning = false;
  }

  private async runOne(): Promise<void> {
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
      // PostgreSQL syncs the log before it writes a page. Syncing it here does not block other statements.
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
