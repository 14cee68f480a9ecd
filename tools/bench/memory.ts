import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** A process that was started with `inspectable(inspectPort)`. */
export interface Inspectable {
  pid: number;
  inspectPort: number;
}

const pageBytes = 4096;
const untilInspectableMs = 10_000;

/** V8 frees memory in the background. The size is final when a collection frees less than 1 % more. */
const settlingMs = 300;
const collectionsMax = 10;

/** Returns NODE_OPTIONS with the port of the inspector, which the process opens on request. */
export function inspectable(inspectPort: number): string {
  return `--inspect-port=127.0.0.1:${inspectPort} --inspect-publish-uid=http`;
}

/** Returns the resident memory of a process after garbage collection. */
export async function settledBytes({ pid, inspectPort }: Inspectable): Promise<number> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await inspectorUrl(inspectPort));
  await once(socket, 'open');
  let bytes = residentBytes(pid);
  for (let id = 1, before = Infinity; bytes < 0.99 * before && id <= collectionsMax; id += 1) {
    before = bytes;
    socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
    await once(socket, 'message');
    await delay(settlingMs);
    bytes = residentBytes(pid);
  }
  socket.close();
  await once(socket, 'close');
  return bytes;
}

export function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes;
}

export async function inspectorUrl(port: number): Promise<string> {
  const deadline = Date.now() + untilInspectableMs;
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      return target.webSocketDebuggerUrl;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await delay(50);
    }
  }
}
