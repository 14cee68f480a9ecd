import { PGlite } from '@electric-sql/pglite';
import { pg_buffercache } from '@electric-sql/pglite/contrib/pg_buffercache';
import { existsSync, renameSync, rmSync } from 'node:fs';
import type { ListenOptions } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { assertCanSync, syncDirectory, syncTree } from '../../files/sync-files';
import { createExtension } from './checkpointer';
import { DurableFiles } from './durable-files';
import { WireServer } from './wire-server';
import { WriteAheadLog } from './write-ahead-log';

/** PostgreSQL's own cache: its default of 128 MB costs 100 MB of memory at rest, and the system caches files too. */
const sharedBuffers = '32MB';

/** Room for old segments of the log that PostgreSQL keeps to reuse them. By default it keeps up to 1 GB after many writes. */
const reusedLog = '96MB';

export interface EmbeddedWorkerData {
  directory: string;
  listen: ListenOptions;
}

export type EmbeddedWorkerReport = { kind: 'ready'; port?: number } | { kind: 'failure'; message: string };

/** PGlite's own parameters turn fsync off with -F. Its fdatasync, the default method for the log, does nothing. */
const startParams = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  ...['-c', `shared_buffers=${sharedBuffers}`],
  ...['-c', `max_wal_size=${reusedLog}`],
];

/**
 * Gives this thread a third of the main thread's share of a processor. At the same priority, this thread often preempts the
 * main thread as soon as that sends a statement, and all requests wait until the statement has ended.
 */
function lowerPriority(): void {
  // Only on Linux does this affect the calling thread instead of the process.
  if (process.platform === 'linux') setPriority(Math.min(getPriority() + 5, 19));
}

/** Creates the database in a draft directory first, so that an interrupted first start leaves no incomplete database. */
async function createDatabase(directory: string): Promise<void> {
  const draft = `${directory}.draft`;
  rmSync(draft, { recursive: true, force: true });
  const database = await PGlite.create(draft);
  await database.close();
  syncTree(draft);
  renameSync(draft, directory);
  syncDirectory(dirname(directory));
}

async function openPGlite(directory: string, log: WriteAheadLog) {
  if (!existsSync(directory)) await createDatabase(directory);
  assertCanSync(join(directory, 'PG_VERSION'));
  const files = new DurableFiles(directory, log);
  const extensions = { pg_buffercache };
  const database = await PGlite.create({ fs: files, startParams, extensions, onStderr: watchForPanic });
  await database.exec(createExtension);
  return { database, files };
}

/** Ends the thread at once, because after a panic PGlite never returns from the next call. */
function fail(message: string): never {
  report({ kind: 'failure', message });
  process.exit(1);
}

function report(message: EmbeddedWorkerReport): void {
  parentPort!.postMessage(message);
}

/** Detects a panic, for example because the disk is full. PGlite reports it only on stderr. */
function watchForPanic(line: string): boolean {
  const [, panic] = /PANIC:\s+(.*)/.exec(line) ?? [];
  if (panic) fail(panic);
  return true;
}

async function main({ directory, listen }: EmbeddedWorkerData): Promise<void> {
  lowerPriority();
  const log = new WriteAheadLog();
  const { database, files } = await openPGlite(directory, log);
  const server = new WireServer({ database, files, log, onFailure: (error) => fail(String(error)) });
  const port = await server.listen(listen);

  const close = async () => {
    await server.close();
    await database.close();
    process.exit();
  };
  parentPort!.once('message', () => void close());
  report({ kind: 'ready', port });
}

main(workerData as EmbeddedWorkerData).catch((error: Error) => fail(error.message));
