import { existsSync } from 'node:fs';
import { getAsset, isSea } from 'node:sea';
import type { Worker, WorkerOptions } from 'node:worker_threads';

/** File of this program. It does not exist in the single executable of the agent. */
const programFile = process.argv[1] ?? '';

/** Megabytes for compiled code. Newer versions of Node reserve 512 for each thread, which count as memory of the run. */
const codeRangeSizeMb = 64;

/** Starts this program again in a thread of the run, with another purpose. */
export function startThread(purpose: string, options: WorkerOptions): Worker {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const all = { ...options, argv: [purpose], resourceLimits: { codeRangeSizeMb } };
  return isSea() && !existsSync(programFile)
    ? new Worker(getAsset('script-child.js', 'utf8'), { ...all, eval: true })
    : new Worker(programFile, all);
}
