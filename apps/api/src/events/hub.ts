import type { EventFilter } from '@drover/contract';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from '../bus/bus';
import { ApiError } from '../http/api-error';
import type { Caller } from '../http/caller';
import { lookAgain, type Looking } from '../look-again';
import type { Service } from '../service';
import { Channel } from './channel';
import { gather } from './gather';
import { loadEvents } from './load';

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

/** Where this node's watchers get their events from: what changed is read once for all, and for nobody not at all. */
export class EventHub {
  private readonly times: typeof defaults;
  private readonly channels = new Map<string, Channel>();
  private readonly enders: (() => void)[];
  private readonly checking: Looking;
  private waiting: Changes[] = [];
  private telling?: Promise<void>;
  private toldAt = -gatherMs;
  private isClosed = false;

  constructor(
    private readonly service: Service,
    times: Partial<typeof defaults> = {},
  ) {
    this.times = { ...defaults, ...times };
    const { bus, log } = service;
    const beat = setInterval(() => this.beat(), this.times.beatMs);
    const failure = 'tokens of watchers not checked';
    this.checking = lookAgain(() => this.endRevoked(), { everyMs: this.times.checkMs, log, failure });
    this.enders = [
      () => clearInterval(beat),
      bus.subscribe('changed', (changes) => this.hear(changes)),
      bus.subscribe('gap', () => this.tellReset()),
    ];
  }

  /** A stream of server-sent events. It ends with the token; a slow reader is waited for. */
  watch({ accountId, tokenId }: Caller, filter: EventFilter, lastEventId?: string): Readable {
    if (this.isClosed) throw new ApiError('unavailable', { retryAfterSeconds: 1 });
    const channel = this.channels.get(accountId) ?? new Channel();
    this.channels.set(accountId, channel);
    const stream = channel.open({ tokenId, filter, lastEventId });
    const { watchers } = this.service.metrics;
    watchers.inc();
    stream.once('close', () => watchers.dec());
    return stream;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.enders.forEach((end) => end());
    for (const channel of this.channels.values()) channel.end();
    await this.checking.end();
    await this.telling;
  }

  private hear(changes: Changes): void {
    if (this.channels.size === 0) return;
    this.waiting.push(changes);
    this.telling ??= this.tellWaiting();
  }

  private async tellWaiting(): Promise<void> {
    while (this.waiting.length > 0 && !this.isClosed) {
      await delay(Math.max(0, this.toldAt + gatherMs - performance.now()));
      this.toldAt = performance.now();
      const changes = this.waiting;
      this.waiting = [];
      await this.tell(changes);
    }
    this.telling = undefined;
  }

  private async tell(changes: Changes[]): Promise<void> {
    try {
      const events = await loadEvents(this.service, gather(changes), [...this.channels.keys()]);
      for (const { accountId, event } of events) this.channels.get(accountId)?.tell(event);
    } catch (error) {
      this.service.log.warn({ err: error }, 'events not read; watchers are told to read again');
      this.tellReset();
    }
  }

  /** Who watches has to read again. */
  private tellReset(): void {
    for (const channel of this.channels.values()) channel.tell({ type: 'reset' });
  }

  private beat(): void {
    for (const [accountId, channel] of this.channels) {
      if (channel.isUnwatchedSince(Date.now() - this.times.lingerMs)) this.channels.delete(accountId);
      else channel.beat();
    }
  }

  private async endRevoked(): Promise<void> {
    const tokenIds = new Set([...this.channels.values()].flatMap((channel) => channel.tokenIds()));
    if (tokenIds.size === 0) return;
    const { rows } = await this.service.pool.query<{ id: string }>(
      `SELECT id FROM "AccessToken" WHERE id = ANY($1) AND ("expiresAt" IS NULL OR "expiresAt" > now())`,
      [[...tokenIds]],
    );
    for (const { id } of rows) tokenIds.delete(id);
    for (const channel of this.channels.values()) channel.end((tokenId) => tokenIds.has(tokenId));
  }
}
