import { mkdtemp, rm } from 'node:fs/promises';
import type { ListenOptions } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import type { EmbeddedWorkerData, EmbeddedWorkerReady } from './embedded.worker';

/** The number in the name of PostgreSQL's local socket; no port is opened under it. */
const socketNumber = 5432;

/** How long a statement under way may hold up the end; a thread that is cut off loses nothing committed. */
const closeTimeoutMs = 5_000;

export interface EmbeddedDatabase {
  connection: PoolConfig & { host: string; port: number };
  close: () => Promise<void>;
}

export interface EmbeddedOptions {
  directory: string;
  /** Called once, if the database ends without having been closed. */
  onFailure: (error: Error) => void;
}

/** PostgreSQL in WebAssembly, in a thread of its own, for whoever can read this user's files. */
export async function openEmbeddedDatabase({
  directory,
  onFailure,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const socketDirectory = process.platform === 'win32' ? undefined : await mkdtemp(join(tmpdir(), 'drover-'));
  const listen: ListenOptions = socketDirectory
    ? { path: join(socketDirectory, `.s.PGSQL.${socketNumber}`) }
    : { host: '127.0.0.1', port: 0 };

  const worker = startWorker({ directory, listen });
  const removeSocket = async () => {
    if (socketDirectory) await rm(socketDirectory, { recursive: true, force: true });
  };

  let failure: Error | undefined;
  worker.on('error', (error: Error) => (failure = error));
  const exited = new Promise<undefined>((resolve) => worker.once('exit', () => resolve(undefined)));
  const started = new Promise<EmbeddedWorkerReady>((resolve) => worker.once('message', resolve));

  const ready = await Promise.race([started, exited]);
  if (!ready) {
    await removeSocket();
    throw new Error(`The embedded database in ${directory} did not start: ${describe(failure)}.`);
  }

  let isClosing = false;
  void exited.then(() => {
    if (!isClosing)
      onFailure(new Error(`The embedded database in ${directory} ended: ${describe(failure)}.`));
  });

  return {
    connection: {
      host: socketDirectory ?? '127.0.0.1',
      port: ready.port ?? socketNumber,
      user: 'postgres',
      database: 'postgres',
    },
    async close() {
      isClosing = true;
      worker.postMessage('close');
      const timer = setTimeout(() => void worker.terminate(), closeTimeoutMs);
      await exited;
      clearTimeout(timer);
      await removeSocket();
    },
  };
}

function startWorker(workerData: EmbeddedWorkerData): Worker {
  const extension = extname(__filename);
  const execArgv =
    extension === '.ts' ? ['--require', createRequire(__filename).resolve('tsx/cjs')] : undefined;
  return new Worker(join(__dirname, `embedded.worker${extension}`), { workerData, execArgv });
}

function describe(failure: Error | undefined): string {
  return failure?.message ?? 'its thread stopped';
}
