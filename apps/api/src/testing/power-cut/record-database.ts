import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Pool } from 'pg';
import type { EmbeddedWorkerReport } from '../../database/embedded/embedded.worker';
import { recordRootVariable, recordToVariable, type Recorded } from './recording';

interface DatabaseRecording {
  /** The directory that will hold the database. */
  root: string;
  /** The file to which operations are appended. */
  recording: string;
  run: (pool: Pool) => Promise<void>;
}

/** Creates an embedded database, calls `run`, and returns the recorded file operations. Stops the database without closing it. */
export async function recordDatabase({ root, recording, run }: DatabaseRecording): Promise<Recorded[]> {
  await mkdir(root);
  const worker = startRecordedWorker(root, recording);
  const [report] = (await once(worker, 'message')) as [EmbeddedWorkerReport];
  if (report.kind === 'failure') throw new Error(report.message);
  appendFileSync(recording, `${JSON.stringify({ op: 'ready' })}\n`);

  const pool = new Pool({ host: '127.0.0.1', port: report.port, user: 'postgres', database: 'postgres' });
  pool.on('error', () => undefined);
  await run(pool);
  await pool.end();
  await worker.terminate();
  return readRecording(recording);
}

export async function readRecording(recording: string): Promise<Recorded[]> {
  const lines = (await readFile(recording, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Recorded);
}

function startRecordedWorker(root: string, recording: string): Worker {
  return new Worker(join(__dirname, '../../database/embedded/embedded.worker.ts'), {
    workerData: { directory: join(root, 'database'), listen: { host: '127.0.0.1', port: 0 } },
    execArgv: [
      ...['--require', require.resolve('tsx/cjs')],
      ...['--require', join(__dirname, 'recorder.ts')],
    ],
    env: { ...process.env, [recordToVariable]: recording, [recordRootVariable]: root },
  });
}
