import { readSync, writeSync } from 'node:fs';
import type { ScriptReport, ScriptTask } from './reports';

/** File descriptor of the socket between the agent and this process. */
const channel = 3;

/** Longer text never fits into a log line, so the rest is not sent to the agent. */
const maxLogChars = 40 * 1024;

const sleepCell = new Int32Array(new SharedArrayBuffer(4));

/** The original Date.now, because a script may replace it. */
export const now = Date.now.bind(Date);

/** Blocks this process. */
export function sleep(ms: unknown): void {
  const duration = Number(ms);
  if (duration > 0) Atomics.wait(sleepCell, 0, 0, duration);
}

/** Reads exactly the first line. */
export function readTask(): ScriptTask {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const count = retryUntilReady(() => readSync(channel, chunk));
    if (count === 0) process.exit(1); // The agent has ended.
    chunks.push(chunk.subarray(0, count));
    if (chunk[count - 1] === 0x0a) return JSON.parse(Buffer.concat(chunks).toString('utf8')) as ScriptTask;
  }
}

/** Returns after the whole report is written, so it arrives even if the script then blocks or exits. */
export function report(message: ScriptReport): void {
  const bytes = Buffer.from(`${JSON.stringify(truncate(message))}\n`);
  for (let written = 0; written < bytes.length;) {
    written += retryUntilReady(() => writeSync(channel, bytes, written));
  }
}

function truncate(message: ScriptReport): ScriptReport {
  if (message.type !== 'log' || message.text.length <= maxLogChars) return message;
  return { ...message, text: message.text.slice(0, maxLogChars) };
}

/** Retries an operation until the socket is ready. */
function retryUntilReady(operation: () => number): number {
  for (;;) {
    try {
      return operation();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Without its agent the run counts as lost, so the process ends.
      if (code === 'EPIPE' || code === 'ECONNRESET') process.exit(1);
      if (code !== 'EAGAIN') throw error;
      sleep(2);
    }
  }
}
