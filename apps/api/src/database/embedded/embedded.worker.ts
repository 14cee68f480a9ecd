import { PGlite } from '@electric-sql/pglite';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { ListenOptions } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { WireServer } from './wire-server';

/** PostgreSQL's own cache: its default of 128 MB costs 100 MB of memory at rest, and the system caches files too. */
const sharedBuffers = '32MB';

export interface EmbeddedWorkerData {
  directory: string;
  listen: ListenOptions;
}

export type EmbeddedWorkerReport = { kind: 'ready'; port?: number } | { kind: 'failure'; message: string };

/** Creates the database in a draft directory first, so that an interrupted first start leaves no incomplete database. */
async function openPGlite(directory: string): Promise<PGlite> {
  if (!existsSync(directory)) {
    const draft = `${directory}.draft`;
    await rm(draft, { recursive: true, force: true });
    const database = await PGlite.create(draft);
    await database.close();
    await rename(draft, directory);
  }
  return PGlite.create(directory, {
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${sharedBuffers}`],
    onStderr: watchForPanic,
  });
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
  const database = await openPGlite(directory);
  const server = new WireServer(database, (error) => fail(String(error)));
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
