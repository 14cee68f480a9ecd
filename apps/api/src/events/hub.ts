import type { EventFilter } from '@drover/contract';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from '../bus/bus';
import { ApiError } from '../http/api-error';
import type { Caller } from '../http/caller';
import type { Service } from '../service';
import { createChannel, type Channel } from './channel';
import { gather } from './gather';
import { loadHappenings } from './load';

/** Least time between two readings of what changed. What comes after a quiet time is read at once. */
const gatherMs = 50;

const defaults = {
  /** Silence after which a sign of life is sent. */
  beatMs: 15_000,
  /** How long a stream may outlive its token. */
  checkMs: 60_000,
  /** How long the events of an account are kept for those who were cut off. */
  lingerMs: 5 * 60_000,
};

/** Where this node's watchers get their events from. */
export interface EventHub {
  /** A stream of server-sent events. It ends with the token; a slow reader is waited for. */
  watch(caller: Caller, filter: EventFilter, lastEventId?: string): Readable;
  close(): Promise<void>;
}

/** Reads what changed once for all watchers, and nothing where nobody watches. */
export function openEventHub(service: Service, times: Partial<typeof defaults> = {}): EventHub {
  const { beatMs, checkMs, lingerMs } = { ...defaults, ...times };
  const channels = new Map<string, Channel>();
  let waiting: Changes[] = [];
  let telling: Promise<void> | undefined;
  let toldAt = -gatherMs;
  let isClosed = false;

  const subscriptions = [
    service.bus.subscribe('changed', (changes) => {
      if (channels.size === 0) return;
      waiting.push(changes);
      telling ??= tellAll();
    }),
    service.bus.subscribe('gap', tellReset),
  ];

  async function tellAll(): Promise<void> {
    while (waiting.length > 0 && !isClosed) {
      await delay(Math.max(0, toldAt + gatherMs - performance.now()));
      toldAt = performance.now();
      const changes = waiting;
      waiting = [];
      await tell(changes);
    }
    telling = undefined;
  }

  async function tell(changes: Changes[]): Promise<void> {
    try {
      const happenings = await loadHappenings(service, gather(changes), [...channels.keys()]);
      for (const { accountId, event } of happenings) channels.get(accountId)?.tell(event);
    } catch (error) {
      service.log.warn({ err: error }, 'events not read; watchers are told to read again');
      tellReset();
    }
  }

  /** Who watches has to read again. */
  function tellReset(): void {
    for (const channel of channels.values()) channel.tell({ type: 'reset' });
  }

  async function endRevoked(): Promise<void> {
    const tokenIds = new Set([...channels.values()].flatMap((channel) => channel.tokenIds()));
    if (tokenIds.size === 0) return;
    const { rows } = await service.pool.query<{ id: string }>(
      `SELECT id FROM "AccessToken" WHERE id = ANY($1) AND ("expiresAt" IS NULL OR "expiresAt" > now())`,
      [[...tokenIds]],
    );
    for (const { id } of rows) tokenIds.delete(id);
    for (const channel of channels.values()) channel.end((tokenId) => tokenIds.has(tokenId));
  }

  const beat = setInterval(() => {
    for (const [accountId, channel] of channels) {
      if (channel.isUnwatchedSince(Date.now() - lingerMs)) channels.delete(accountId);
      else channel.beat();
    }
  }, beatMs);
  const check = setInterval(() => {
    endRevoked().catch((error: unknown) =>
      service.log.warn({ err: error }, 'tokens of watchers not checked'),
    );
  }, checkMs);

  return {
    watch({ accountId, tokenId }, filter, lastEventId) {
      if (isClosed) throw new ApiError('unavailable', { retryAfterSeconds: 1 });
      const channel = channels.get(accountId) ?? createChannel();
      channels.set(accountId, channel);
      const stream = channel.open({ tokenId, filter, lastEventId });
      service.metrics.watchers.inc();
      stream.once('close', () => service.metrics.watchers.dec());
      return stream;
    },
    async close() {
      isClosed = true;
      clearInterval(beat);
      clearInterval(check);
      subscriptions.forEach((unsubscribe) => unsubscribe());
      for (const channel of channels.values()) channel.end();
      await telling;
    },
  };
}
