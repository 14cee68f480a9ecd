import { LIMITS, type Event, type EventFilter } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Changes } from '../../bus/bus';
import { anyOf, now } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { ApiError } from '../../errors/api-error';
import type { Caller } from '../../auth/caller';
import { boundGroups, lacksSecondFactor, lacksSingleSignOn } from '../../auth/caller-lookup';
import { startPeriodicTask, type PeriodicTask } from '../../tasks/periodic-task';
import type { Steps } from '../../tasks/steps';
import type { AppContext } from '../../context/app-context';
import { Channel } from './channel';
import { limitHistories } from './history';
import { mergeChanges } from './merge-changes';
import { loadEvents } from './load';
import { VisibleDevices } from './visible-devices';

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
  maxHistoryChars: BUDGET.eventHistoryCharsOfAll.max,
};

interface OpenChannel {
  accountId: string;
  channel: Channel;
  /** The devices whose events it has. Undefined for those of all devices. */
  devices?: VisibleDevices;
}

const channelKey = (accountId: string, groupIds?: string[]) =>
  groupIds ? `${accountId} ${groupIds.join()}` : accountId;

/** Serializes events for a channel. A busy device may report so many lines that this takes long. */
function* addEach(channel: Channel, events: Event[]): Steps<void> {
  for (const event of events) {
    channel.add(event);
    yield;
  }
}

const sizeOf = (channels: OpenChannel[]) => channels.reduce((sum, { channel }) => sum + channel.size, 0);

/**
 * Sends events to the watchers of this node. Loads changed records once for all watchers, and only if there are any.
 */
export class EventHub {
  private readonly options: typeof defaults;
  /** The channel of each account, and one for each combination of groups that watchers are bound to. */
  private readonly channels = new Map<string, OpenChannel>();
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
  watch(caller: Caller, filter: EventFilter, lastEventId?: string): Readable {
    const { accountId, tokenId } = caller;
    if (this.isClosed) throw new ApiError('unavailable', { retryAfterSeconds: 1 });
    this.assertRoom(accountId);
    const stream = this.findChannel(caller).channel.open({ tokenId, filter, lastEventId });
    const { watchers } = this.context.metrics;
    watchers.inc();
    stream.once('close', () => watchers.dec());
    return stream;
  }

  /** An account may have many watchers, so that sending them an event takes long. */
  private createChannel(accountId: string): Channel {
    return new Channel((step) => this.context.turns.run(accountId, step));
  }

  /** Reads which devices a caller may see who is bound to groups. Call it before `watch`. */
  async loadDevices(caller: Caller): Promise<void> {
    if (caller.groups) await this.findChannel(caller).devices?.load();
  }

  private findChannel(caller: Caller): OpenChannel {
    const { accountId } = caller;
    const groupIds = caller.groups?.map(({ id }) => id).sort();
    const key = channelKey(accountId, groupIds);
    const devices = groupIds && new VisibleDevices(this.context.pool, accountId, groupIds);
    const found = this.channels.get(key) ?? { accountId, channel: this.createChannel(accountId), devices };
    this.channels.set(key, found);
    return found;
  }

  private assertRoom(accountId: string): void {
    const open = [...this.channels.values()];
    const own = open.filter((each) => each.accountId === accountId);
    if (sizeOf(own) >= LIMITS.eventStreams) {
      throw new ApiError('tooManyRequests', {
        message: `An account may have ${LIMITS.eventStreams} event streams open. Close one, or filter one stream.`,
        retryAfterSeconds,
      });
    }
    if (sizeOf(open) >= this.options.maxStreams) throw new ApiError('unavailable', { retryAfterSeconds });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.cleanups.forEach((cleanup) => cleanup());
    for (const { channel } of this.channels.values()) channel.end();
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
      const accountIds = [...new Set([...this.channels.values()].map(({ accountId }) => accountId))];
      const events = await loadEvents(this.context, mergeChanges(changes), accountIds);
      for (const { accountId, channel, devices } of this.channels.values()) {
        const own = events.flatMap((each) => (each.accountId === accountId ? [each.event] : []));
        const visible = devices ? await devices.filter(own) : own;
        await this.context.turns.compute(accountId, addEach(channel, visible));
      }
      const histories = [...this.channels.values()].map(({ channel }) => channel.history);
      limitHistories(histories, this.options.maxHistoryChars);
    } catch (error) {
      this.context.log.warn({ err: error }, 'failed to load events; sending a reset to all watchers');
      this.sendReset();
    }
  }

  /** Tells all watchers to reload their data. */
  private sendReset(): void {
    for (const { channel } of this.channels.values()) channel.add({ type: 'reset' });
  }

  private pingAll(): void {
    for (const [key, { channel }] of this.channels) {
      if (channel.isUnwatchedSince(Date.now() - this.options.historyMs)) this.channels.delete(key);
      else channel.ping();
    }
  }

  /**
   * Ends the streams whose token was revoked or expired, whose session has moved to another workspace, whose caller is
   * bound to other groups now, or who has not signed in as the workspace requires.
   */
  private async endRevoked(): Promise<void> {
    const tokenIds = new Set([...this.channels.values()].flatMap(({ channel }) => channel.tokenIds()));
    if (tokenIds.size === 0) return;
    const select = db
      .selectFrom('AccessToken as t')
      .innerJoin('Account as a', 'a.id', 't.accountId')
      .leftJoin('Person as p', 'p.id', 't.personId')
      .leftJoin('Member as m', (join) =>
        join.onRef('m.accountId', '=', 't.accountId').onRef('m.personId', '=', 't.personId'),
      )
      .select(['t.id', 't.accountId', boundGroups.as('groups')])
      .where('t.id', '=', anyOf([...tokenIds]))
      .where((eb) => eb.or([eb('t.expiresAt', 'is', null), eb('t.expiresAt', '>', now)]))
      .where((eb) => eb.and([eb.not(lacksSecondFactor), eb.not(lacksSingleSignOn)]));
    const rows = await execute(this.context.pool, select);
    const valid = new Map(
      rows.map(({ id, accountId, groups }) => [
        id,
        channelKey(accountId, groups?.map((group) => group.id).sort()),
      ]),
    );
    for (const [key, { channel }] of this.channels) {
      // A stream that was opened meanwhile is checked next time.
      channel.end((tokenId) => tokenIds.has(tokenId) && valid.get(tokenId) !== key);
    }
  }
}
