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

/** A first start that is cut short leaves a directory that no later start takes for a database. */
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

/** Ends the thread at once: after a panic PGlite goes round for ever in whatever it is asked next. */
function fail(message: string): never {
  report({ kind: 'failure', message });
  process.exit(1);
}

function report(message: EmbeddedWorkerReport): void {
  parentPort!.postMessage(message);
}

/** A panic is told nowhere but here, as on a full disk. */
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
