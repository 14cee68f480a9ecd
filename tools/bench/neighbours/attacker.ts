/** The process of the hostile accounts, so that the bystander's measurements do not wait for what the attacks compute. */
import { setMaxListeners } from 'node:events';
import type { Strike } from './attack';
import { attacks } from './attacks';
import { createClients, Tally } from './client';
import type { Target } from './target';

/** Attacks to prepare for some accounts. */
export interface Preparation {
  target: Target;
  names: string[];
  /** Precedes the name of each attack in its key. */
  prefix?: string;
  scale: number;
}

/** A request of the benchmark. Each gets one answer. */
export type AttackerRequest =
  ({ type: 'prepare' } & Preparation) | { type: 'start'; keys: string[] } | { type: 'stop' };

const tally = new Tally();
const strikes = new Map<string, Strike>();
let stopping = new AbortController();
let running: Promise<unknown> = Promise.resolve();

async function handle(request: AttackerRequest): Promise<object> {
  if (request.type === 'prepare') {
    const attackers = { clients: createClients(request.target, tally), tally, scale: request.scale };
    for (const attack of attacks.filter(({ name }) => request.names.includes(name))) {
      strikes.set((request.prefix ?? '') + attack.name, await attack.prepare(attackers));
    }
    return {};
  }
  if (request.type === 'start') {
    stopping = new AbortController();
    const { signal } = stopping;
    const chosen = request.keys.flatMap((key) => strikes.get(key) ?? []);
    running = Promise.all(chosen.map((strike) => strike(signal).catch(report)));
    return {};
  }
  stopping.abort();
  await running;
  return { tally: tally.take() };
}

/** A server that broke down ends an attack early. The next one starts afresh. */
function report(error: unknown): void {
  tally.add(`ended early: ${error instanceof Error ? error.message : 'unknown error'}`);
}

// Every loop of an attack listens to the same signal.
setMaxListeners(0);
process.on('message', (request: AttackerRequest) => {
  handle(request).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({});
