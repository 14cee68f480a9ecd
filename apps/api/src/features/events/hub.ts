import { LIMITS, type EventFilter } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from '../../bus/bus';
import { anyOf, now } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { ApiError } from '../../errors/api-error';
import type { Caller } from '../../auth/caller';
import { lacksSecondFactor } from '../../auth/caller-lookup';
import { startPeriodicTask, type PeriodicTask } from '../../tasks/periodic-task';
import type { AppContext } from '../../context/app-context';
import { Channel } from './channel';
import { mergeChanges } from './merge-changes';
import { loadEvents } from './load';

/** Minimum time between two loads of changed records. A change after a quiet period is loaded at once. */
const minLoadIntervalMs = 50;

/** When a client may try again to open a stream that was one too many. */
const retryAfterSeconds = 15;

const defaults = {
  /** Interval of keep-alive comments. */
  pingMs: 15_000,
  /** How long a stream may outlive its token. */
  tokenCheckMs: 3_000,
  /** How long the history of an account is stored after its last watcher has left. */
  historyMs: 5 * 60_000,
  /** Streams of all accounts together. Each buffers up to 128 kB for a reader that is slow. */
  maxStreams: BUDGET.eventStreamsOfAll.max as number,
};

/**
 * Sends events to the watchers of this node. Loads changed records once for all watchers, and only if there are any.
 */
export class EventHub {
  private readonly options: typeof defaults;
  private readonly channels = new Map<string, Channel>();
  private readonly cleanups: (() => void)[];
  private readonly tokenCheck: PeriodicTask;
  private pending: Changes[] = [];
  private publishing?: Promise<void>;
  private loadedAt = -minLoadIntervalMs;
  private isClosed = false;

  constructor(
    private readonly context: AppContext,
    options: Partial<typeof defaults> = {},
  ) {
    this.options = { ...defaults, ...options };
    const { bus, log } = context;
    const pingTimer = setInterval(() => this.pingAll(), this.options.pingMs);
    const failure = 'failed to check the tokens of event streams';
    this.tokenCheck = startPeriodicTask(() => this.endRevoked(), {
      everyMs: this.options.tokenCheckMs,
      log,
      failure,
    });
    this.cleanups = [
      () => clearInterval(pingTimer),
      bus.subscribe('changed', (changes) => this.addChanges(changes)),
      bus.subscribe('gap', () => this.sendReset()),
    ];
  }

  /**
   * Returns a stream of server-sent events, which ends when the token is revoked or expires. Buffers events for slow
   * readers.
   */
  watch({ accountId, tokenId }: Caller, filter: EventFilter, lastEventId?: string): Readable {
    if (this.isClosed) throw new ApiError('unavailable', { retryAfterSeconds: 1 });
    const channel = this.channels.get(accountId) ?? this.createChannel(accountId);
    this.assertRoom(channel);
    this.channels.set(accountId, channel);
    const stream = channel.open({ tokenId, filter, lastEventId });
    const { watchers } = this.context.metrics;
    watchers.inc();
    stream.once('close', () => watchers.dec());
    return stream;
  }

  /** An account may have many watchers, so that sending them an event takes long. */
  private createChannel(accountId: string): Channel {
    return new Channel((step) => this.context.turns.run(accountId, step));
  }

  private assertRoom(channel: Channel): void {
    if (channel.size >= LIMITS.eventStreams) {
      throw new ApiError('tooManyRequests', {
        message: `An account may have ${LIMITS.eventStreams} event streams open. Close one, or filter one stream.`,
        retryAfterSeconds,
      });
    }
    const count = [...this.channels.values()].reduce((sum, { size }) => sum + size, 0);
    if (count >= this.options.maxStreams) throw new ApiError('unavailable', { retryAfterSeconds });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.cleanups.forEach((cleanup) => cleanup());
    for (const channel of this.channels.values()) channel.end();
    await this.tokenCheck.end();
    await this.publishing;
  }

  private addChanges(changes: Changes): void {
    if (this.channels.size === 0) return;
    this.pending.push(changes);
    this.publishing ??= this.publishPending();
  }

  private async publishPending(): Promise<void> {
    while (this.pending.length > 0 && !this.isClosed) {
      await delay(Math.max(0, this.loadedAt + minLoadIntervalMs - performance.now()));
      this.loadedAt = performance.now();
      const changes = this.pending;
      this.pending = [];
      await this.publish(changes);
    }
    this.publishing = undefined;
  }

  private async publish(changes: Changes[]): Promise<void> {
    try {
      const events = await loadEvents(this.context, mergeChanges(changes), [...this.channels.keys()]);
      for (const { accountId, event } of events) this.channels.get(accountId)?.add(event);
    } catch (error) {
      this.context.log.warn({ err: error }, 'failed to load events; sending a reset to all watchers');
      this.sendReset();
    }
  }

  /** Tells all watchers to reload their data. */
  private sendReset(): void {
    for (const channel of this.channels.values()) channel.add({ type: 'reset' });
  }

  private pingAll(): void {
    for (const [accountId, channel] of this.channels) {
      if (channel.isUnwatchedSince(Date.now() - this.options.historyMs)) this.channels.delete(accountId);
      else channel.ping();
    }
  }

  /**
   * Ends the streams whose token was revoked or expired, whose session has moved to another workspace, or whose person
   * lacks the second factor that the workspace requires.
   */
  private async endRevoked(): Promise<void> {
    const tokenIds = new Set([...this.channels.values()].flatMap((channel) => channel.tokenIds()));
    if (tokenIds.size === 0) return;
    const select = db
      .selectFrom('AccessToken as t')
      .innerJoin('Account as a', 'a.id', 't.accountId')
      .leftJoin('Person as p', 'p.id', 't.personId')
      .select(['t.id', 't.accountId'])
      .where('t.id', '=', anyOf([...tokenIds]))
      .where((eb) => eb.or([eb('t.expiresAt', 'is', null), eb('t.expiresAt', '>', now)]))
      .where((eb) => eb.not(lacksSecondFactor));
    const valid = new Map(
      (await execute(this.context.pool, select)).map(({ id, accountId }) => [id, accountId]),
    );
    for (const [accountId, channel] of this.channels) {
      // A stream that was opened meanwhile is checked next time.
      channel.end((tokenId) => tokenIds.has(tokenId) && valid.get(tokenId) !== accountId);
    }
  }
}
