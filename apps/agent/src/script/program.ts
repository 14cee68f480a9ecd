import { existsSync } from 'node:fs';
import { isSea } from 'node:sea';
import type { Worker, WorkerOptions } from 'node:worker_threads';

/** File of this program. It does not exist in the single executable of the agent. */
const programFile = process.argv[1] ?? '';

/** Megabytes for compiled code. Newer versions of Node reserve 512 for each thread, which count as memory of the run. */
const codeRangeSizeMb = 16;

/** Runs this program inside the single executable. Code for `eval` would have other globals. */
const embeddedProgram = `
import { createRequire } from 'node:module';
import { getAsset } from 'node:sea';
import { compileFunction } from 'node:vm';
const code = getAsset('script-child.js', 'utf8');
compileFunction(code, ['exports', 'require', 'module'])({}, createRequire(process.execPath), { exports: {} });`;

/** Starts this program again in a thread of the run, with another purpose. */
export function startThread(purpose: string, options: WorkerOptions): Worker {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const all = { ...options, resourceLimits: { codeRangeSizeMb } };
  return isSea() && !existsSync(programFile)
    ? new Worker(toUrl(embeddedProgram), { ...all, argv: [programFile, purpose] })
    : new Worker(programFile, { ...all, argv: [purpose] });
}

function toUrl(code: string): URL {
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
