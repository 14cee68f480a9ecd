import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Neighbour, Target } from './target';

/** RATE_LIMIT is 6,000 requests per minute and token unless an operator changes it. */
const requestsPerSecond = 100;

const requestTimeoutMs = 30_000;

/** How long a caller waits after 429. */
const refusedMs = 250;

/** Counts what attacks got for an answer. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(answer: string | number, count = 1): void {
    this.counts.set(String(answer), (this.counts.get(String(answer)) ?? 0) + count);
  }

  /** Returns the counts, the most frequent first, and begins again. */
  take(): string {
    const counts = [...this.counts].sort(([, a], [, b]) => b - a);
    this.counts.clear();
    return counts.map(([answer, count]) => `${count.toLocaleString('en')} × ${answer}`).join(', ');
  }
}

/** A request of an attack. */
export interface Call {
  method: string;
  path: string;
  body?: Buffer | string;
  headers?: Record<string, string>;
}

/** A program of a neighbour, which stays within the rate limit of its token. */
export class Client {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private nextAt = 0;

  constructor(
    readonly url: string,
    readonly neighbour: Neighbour,
    readonly tally: Tally,
  ) {}

  /** The headers that every request and upgrade of this neighbour has. */
  get headers(): Record<string, string> {
    return { authorization: `token ${this.neighbour.token}`, 'x-forwarded-for': this.neighbour.address };
  }

  /** Sends a request, counts the status, and forgets the body. Never rejects. */
  async send(call: Call, signal: AbortSignal): Promise<void> {
    await this.waitForTurn(signal);
    if (signal.aborted) return;
    const status = await this.statusOf(call, signal);
    if (signal.aborted) return;
    this.tally.add(status);
    if (status === 429 || typeof status === 'string')
      await delay(refusedMs, undefined, { signal }).catch(ignore);
  }

  /** Sends a request that has to succeed, in preparation of an attack. */
  async prepare<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: { ...this.headers, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }

  /** Frees the connections. */
  close(): void {
    this.agent.destroy();
  }

  private async waitForTurn(signal: AbortSignal): Promise<void> {
    const now = Date.now();
    const at = Math.max(this.nextAt, now);
    this.nextAt = at + 1000 / requestsPerSecond;
    if (at > now) await delay(at - now, undefined, { signal }).catch(ignore);
  }

  private statusOf({ method, path, body, headers }: Call, signal: AbortSignal): Promise<number | string> {
    return new Promise((resolve) => {
      const sent = request(
        this.url + path,
        {
          method,
          agent: this.agent,
          timeout: requestTimeoutMs,
          signal,
          headers: {
            ...this.headers,
            ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
            ...headers,
          },
        },
        (response) => {
          response.on('error', () => resolve('broken off'));
          response.on('close', () => resolve(response.statusCode ?? 0));
          response.resume();
        },
      );
      sent.on('timeout', () => sent.destroy());
      // A server that refuses a body may close the connection before it was sent.
      sent.on('error', () => resolve('closed'));
      sent.end(body);
    });
  }
}

/** Repeats a step in several loops until the signal. */
export async function repeat(
  loops: number,
  signal: AbortSignal,
  step: (loop: number) => Promise<unknown>,
): Promise<void> {
  const run = async (loop: number) => {
    while (!signal.aborted) await step(loop);
  };
  await Promise.all(Array.from({ length: loops }, (_, loop) => run(loop)));
}

/** Waits, at most until the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(ignore);
}

/** Creates the program of each neighbour. */
export function createClients({ url, neighbours }: Target, tally: Tally): Client[] {
  return neighbours.map((neighbour) => new Client(url, neighbour, tally));
}

function ignore(): void {}
