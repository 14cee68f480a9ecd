import { PGlite } from '@electric-sql/pglite';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { ListenOptions } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { WireServer } from './wire-server';

export interface EmbeddedWorkerData {
  directory: string;
  listen: ListenOptions;
}

export interface EmbeddedWorkerReady {
  port: number | undefined;
}

/** A first start that is cut short leaves a directory that no later start takes for a database. */
async function openPGlite(directory: string): Promise<PGlite> {
  if (!existsSync(directory)) {
    const draft = `${directory}.draft`;
    await rm(draft, { recursive: true, force: true });
    const database = await PGlite.create(draft);
    await database.close();
    await rename(draft, directory);
  }
  return PGlite.create(directory);
}

/** Ends the thread with this error, whatever promise it arose in. */
function die(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

async function main({ directory, listen }: EmbeddedWorkerData): Promise<void> {
  const database = await openPGlite(directory);
  const server = new WireServer(database, die);
  const port = await server.listen(listen);

  const close = async () => {
    await server.close();
    await database.close();
    process.exit();
  };
  parentPort!.once('message', () => void close());
  parentPort!.postMessage({ port } satisfies EmbeddedWorkerReady);
}

void main(workerData as EmbeddedWorkerData);
