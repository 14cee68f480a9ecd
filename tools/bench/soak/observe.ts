import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { WebSocket } from 'ws';
import { inspectorUrl, residentBytes, type Inspectable } from '../memory';
import type { Point } from './trend';

/** What is observed of a process. */
export const measures = [
  { key: 'resident', title: 'resident memory', unit: 'MB' },
  { key: 'heap', title: 'heap after garbage collection', unit: 'MB' },
  { key: 'handles', title: 'handles of the event loop', unit: 'handles' },
  { key: 'files', title: 'open files', unit: 'files' },
] as const;

export type Measure = (typeof measures)[number]['key'];

/** The observations of one life of a process. */
export type Period = Record<Measure, Point[]>;

const expression =
  '[process.memoryUsage().heapUsed, process.getActiveResourcesInfo().filter((name) => name !== "Timeout").length]';
const answerTimeoutMs = 20_000;

/** A process that is observed until it ends. */
export class Observed {
  readonly period: Period = { resident: [], heap: [], handles: [], files: [] };
  private socket?: WebSocket;
  private id = 0;

  constructor(private readonly process: Inspectable) {}

  /** Adds an observation. Does nothing if the process has ended. */
  async observe(at: number): Promise<void> {
    try {
      const { pid } = this.process;
      const resident = residentBytes(pid) / 1e6;
      const files = readdirSync(`/proc/${pid}/fd`).length;
      await this.ask('HeapProfiler.collectGarbage');
      const [heap, handles] = await this.ask<[number, number]>('Runtime.evaluate', {
        expression,
        returnByValue: true,
      });
      const values = { resident, files, heap: heap / 1e6, handles };
      for (const { key } of measures) this.period[key].push({ at, value: values[key] });
    } catch {
      this.close();
    }
  }

  close(): void {
    this.socket?.terminate();
    this.socket = undefined;
  }

  private async ask<Value>(method: string, params = {}): Promise<Value> {
    const socket = (this.socket ??= await this.connect());
    const id = (this.id += 1);
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const signal = AbortSignal.timeout(answerTimeoutMs);
      const [data] = (await once(socket, 'message', { signal })) as [Buffer];
      const answer = JSON.parse(data.toString()) as { id?: number; result?: { result?: { value: Value } } };
      if (answer.id === id) return answer.result?.result?.value as Value;
    }
  }

  private async connect(): Promise<WebSocket> {
    process.kill(this.process.pid, 'SIGUSR1');
    const socket = new WebSocket(await inspectorUrl(this.process.inspectPort));
    socket.on('error', () => undefined);
    await once(socket, 'open');
    return socket;
  }
}
