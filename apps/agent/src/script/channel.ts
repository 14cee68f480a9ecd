import { readSync, writeSync } from 'node:fs';
import type { ScriptReport, ScriptTask } from './reports';

/** Descriptor of the socket between the agent and this process. */
const channel = 3;

/** Text beyond this cannot fit into a log line, whatever its characters: it need not travel. */
const reportedChars = 40 * 1024;

const pause = new Int32Array(new SharedArrayBuffer(4));

/** The clock as it was before a script could replace Date.now. */
export const now = Date.now.bind(Date);

/** Blocks this process. */
export function sleep(ms: unknown): void {
  const duration = Number(ms);
  if (duration > 0) Atomics.wait(pause, 0, 0, duration);
}

/** Reads the first line, and not a byte more. */
export function readTask(): ScriptTask {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const count = whenReady(() => readSync(channel, chunk));
    if (count === 0) process.exit(1); // The agent is gone.
    chunks.push(chunk.subarray(0, count));
    if (chunk[count - 1] === 0x0a) return JSON.parse(Buffer.concat(chunks).toString('utf8')) as ScriptTask;
  }
}

/** Returns when the agent's end has taken it: it arrives even if the script blocks or exits right after. */
export function report(message: ScriptReport): void {
  const bytes = Buffer.from(`${JSON.stringify(cut(message))}\n`);
  for (let written = 0; written < bytes.length;) {
    written += whenReady(() => writeSync(channel, bytes, written));
  }
}

function cut(message: ScriptReport): ScriptReport {
  if (message.type !== 'log' || message.text.length <= reportedChars) return message;
  return { ...message, text: message.text.slice(0, reportedChars) };
}

/** Repeats an operation until the socket is ready for it. */
function whenReady(operation: () => number): number {
  for (;;) {
    try {
      return operation();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Without its agent a run has nobody to answer to, and counts as lost: it ends.
      if (code === 'EPIPE' || code === 'ECONNRESET') process.exit(1);
      if (code !== 'EAGAIN') throw error;
      sleep(2);
    }
  }
}
