import { LIMITS } from '@drover/contract/limits';
import { readSync, writeSync } from 'node:fs';
import type {
  ArtifactReply,
  ArtifactRequest,
  ScriptReport,
  ScriptTask,
  StorageReply,
  StorageRequest,
  StoreRequest,
  StoreTicketReply,
} from './reports';

/** File descriptor of the socket between the agent and this process. */
const channel = 3;

/** Longer text never fits into a log line, so the rest is not sent to the agent. */
const maxLogChars = 40 * 1024;

const sleepCell = new Int32Array(new SharedArrayBuffer(4));

/** Held while a thread of this process uses the channel: 0 means free. Other engines of the run are threads. */
let channelLock = new Int32Array(new SharedArrayBuffer(4));

/** The original Date.now, because a script may replace it. */
export const now = Date.now.bind(Date);

/** Blocks this thread. */
export function sleep(ms: unknown): void {
  const duration = Number(ms);
  if (duration > 0) Atomics.wait(sleepCell, 0, 0, duration);
}

/** Reads the task of the run: the first line. */
export function readTask(): ScriptTask {
  return JSON.parse(readLine()) as ScriptTask;
}

/** Returns after the whole report is written, so it arrives even if the script then blocks or exits. */
export function report(message: ScriptReport): void {
  withChannel(() => writeLine(JSON.stringify(truncate(message))));
}

/** Asks the agent for values of a storage and waits for the reply. */
export function requestStorage(request: StorageRequest): StorageReply {
  return ask({ type: 'storage', ...request });
}

/** Asks the agent to save an artifact, and waits for the reply, which may be that it is not saved yet. */
export function requestArtifact(request: ArtifactRequest): ArtifactReply {
  return ask({ type: 'artifact', ...request });
}

/** Asks the agent for the reply to a call of the store. Blocks until the agent answers, which may be with `pending`. */
export function requestStore(request: StoreRequest): StoreTicketReply {
  return ask({ type: 'store', ...request });
}

function ask<Reply>(message: ScriptReport): Reply {
  return withChannel(() => {
    writeLine(JSON.stringify(message));
    return JSON.parse(readLine()) as Reply;
  });
}

/** Runs a function while no other thread uses the channel. */
export function withChannel<Result>(act: () => Result): Result {
  while (Atomics.compareExchange(channelLock, 0, 0, 1) !== 0) Atomics.wait(channelLock, 0, 1);
  try {
    return act();
  } finally {
    Atomics.store(channelLock, 0, 0);
    Atomics.notify(channelLock, 0, 1);
  }
}

export function getChannelLock(): Int32Array<SharedArrayBuffer> {
  return channelLock;
}

/** Uses the lock of the thread that started this one. */
export function shareChannelLock(lock: Int32Array<SharedArrayBuffer>): void {
  channelLock = lock;
}

/** Reads exactly one line, because the agent sends each only when the one before was taken. */
function readLine(): string {
  const chunks: Buffer[] = [];
  for (;;) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    const count = retryUntilReady(() => readSync(channel, chunk));
    if (count === 0) process.exit(1); // The agent has ended.
    chunks.push(chunk.subarray(0, count));
    if (chunk[count - 1] === 0x0a) return Buffer.concat(chunks).toString('utf8');
  }
}

function writeLine(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let written = 0; written < bytes.length;) {
    written += retryUntilReady(() => writeSync(channel, bytes, written));
  }
}

function truncate(message: ScriptReport): ScriptReport {
  // The agent leaves out a result that is too large, and says so.
  if (message.type === 'result') return { ...message, json: message.json?.slice(0, LIMITS.resultBytes + 1) };
  if (message.type !== 'log' || message.text.length <= maxLogChars) return message;
  return { ...message, text: message.text.slice(0, maxLogChars) };
}

/** Retries an operation until the socket is ready. */
function retryUntilReady(operation: () => number): number {
  for (let pauseMs = 0.1; ; pauseMs = Math.min(2, pauseMs * 2)) {
    try {
      return operation();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Without its agent the run counts as lost, so the process ends.
      if (code === 'EPIPE' || code === 'ECONNRESET') process.exit(1);
      if (code !== 'EAGAIN') throw error;
      sleep(pauseMs);
    }
  }
}
