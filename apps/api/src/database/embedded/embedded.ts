import { rmSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ListenOptions } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { PoolConfig } from 'pg';
import { sourceLoader, workerFile } from '../../programs/worker-file';
import type { EmbeddedWorkerData, EmbeddedWorkerReport } from './embedded.worker';

/** The number in the name of PostgreSQL's local socket. It is not a TCP port. */
export const socketNumber = 5432;

/** How long to wait for a running statement at shutdown. Terminating the thread loses no committed data. */
const closeTimeoutMs = 5_000;

interface EmbeddedDatabase {
  connection: PoolConfig & { host: string; port: number };
  close: () => Promise<void>;
}

interface EmbeddedOptions {
  directory: string;
  /** Called once if the database ends before `close` is called. */
  onFailure: (error: Error) => void;
}

/** Runs PostgreSQL as WebAssembly in a thread. Access is limited by the file permissions of its socket. */
export async function openEmbeddedDatabase({
  directory,
  onFailure,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const socketDirectory = process.platform === 'win32' ? undefined : await createSocketDirectory(directory);
  const listen: ListenOptions = socketDirectory
    ? { path: join(socketDirectory, `.s.PGSQL.${socketNumber}`) }
    : { host: '127.0.0.1', port: 0 };

  const worker = startWorker({ directory, listen });
  const { ready, exited } = observe(worker);
  void exited.then(() => {
    if (socketDirectory) rmSync(socketDirectory, { recursive: true, force: true });
    rmSync(socketFile(directory), { force: true });
  });
  const port = await ready.catch((error: Error) => {
    throw new Error(`The embedded database in ${directory} did not start: ${error.message}.`);
  });

  let isClosing = false;
  void exited.then((reason) => {
    if (!isClosing) onFailure(new Error(`The embedded database in ${directory} failed: ${reason}.`));
  });

  return {
    connection: {
      host: socketDirectory ?? '127.0.0.1',
      port: port ?? socketNumber,
      user: 'postgres',
      database: 'postgres',
    },
    async close() {
      isClosing = true;
      worker.postMessage('close');
      const timer = setTimeout(() => void worker.terminate(), closeTimeoutMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

export const socketFile = (directory: string) => `${directory}.socket`;

/**
 * Creates a private directory with a short path, because a socket's path is limited to 107 bytes and that of the data
 * directory may be longer. Stores its name next to the database, so that the next start removes it after a kill.
 */
async function createSocketDirectory(directory: string): Promise<string> {
  const file = socketFile(directory);
  const previous = await readFile(file, 'utf8').catch(() => undefined);
  if (previous) await rm(previous, { recursive: true, force: true });

  const socketDirectory = await mkdtemp(join(tmpdir(), 'drover-'));
  await writeFile(file, socketDirectory);
  return socketDirectory;
}

function startWorker(workerData: EmbeddedWorkerData): Worker {
  return new Worker(workerFile(__dirname, 'embedded.worker'), { workerData, execArgv: sourceLoader });
}

/** Returns promises for the port of the thread, and for the reason why it ended. */
function observe(worker: Worker) {
  let reason = 'its thread stopped';
  let resolveReady: (port: number | undefined) => void;

  worker.on('error', (error: Error) => (reason = error.message));
  worker.on('message', (report: EmbeddedWorkerReport) => {
    if (report.kind === 'ready') resolveReady(report.port);
    else reason = report.message;
  });

  const exited = new Promise<string>((resolve) => worker.once('exit', () => resolve(reason)));
  const ready = new Promise<number | undefined>((resolve, reject) => {
    resolveReady = resolve;
    void exited.then(() => reject(new Error(reason)));
  });
  return { ready, exited };
}
