import type { Event, EventFilter, EventKind } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { PassThrough, type Readable } from 'node:stream';
import { History, serializeEvent, type Entry } from './history';

/** Number of unread bytes at which a watcher gets no more events until it has read them. */
const maxUnsentBytes = BUDGET.eventUnreadBytes.max;

/** What a watcher subscribes to. */
interface Subscription {
  tokenId: string;
  filter: EventFilter;
  /** The last event of an earlier connection. */
  lastEventId?: string;
}

/** The connection of a watcher, and its position in the history. */
interface Watcher extends Subscription {
  stream: PassThrough;
  position: number;
  /** Whether nothing has been read since the last ping. */
  isStalled: boolean;
  /** Whether it waits for its turn to get events. */
  isWaiting: boolean;
}

/** The events of one account and their watchers. */
export class Channel {
  /** Past events, for watchers that read slowly or reconnect. */
  readonly history = new History();
  private readonly watchers = new Set<Watcher>();
  private lastWatchedAt = Date.now();

  /** `takeTurn` runs a short step, at the latest when it is the turn of the account. */
  constructor(private readonly takeTurn: (step: () => void) => void) {}

  open(subscription: Subscription): Readable {
    const { history, watchers } = this;
    const { lastEventId } = subscription;
    const position = lastEventId === undefined ? history.position : history.positionOf(lastEventId);
    const stream = new PassThrough({ highWaterMark: maxUnsentBytes });
    const watcher = { ...subscription, stream, position: position ?? -1, isStalled: false, isWaiting: false };
    watchers.add(watcher);
    stream.on('drain', () => {
      watcher.isStalled = false;
      this.sendEvents(watcher);
    });
    stream.once('close', () => {
      watchers.delete(watcher);
      this.lastWatchedAt = Date.now();
    });
    this.sendEvents(watcher);
    this.sendPosition(watcher);
    return stream;
  }

  add(event: Event): void {
    this.history.add(event);
    for (const watcher of this.watchers) {
      if (watcher.isWaiting) continue;
      watcher.isWaiting = true;
      this.takeTurn(() => {
        watcher.isWaiting = false;
        if (this.watchers.has(watcher)) this.sendEvents(watcher);
      });
    }
  }

  /**
   * Keeps connections alive, and sends their positions, from which watchers can resume. Disconnects watchers that have
   * read nothing since the last ping, because their buffers hold memory. They resume when they connect again.
   */
  ping(): void {
    for (const watcher of this.watchers) {
      const { stream, isStalled } = watcher;
      if (isStalled) stream.destroy(new Error('the reader of the event stream does not read'));
      else if (stream.writableNeedDrain) watcher.isStalled = true;
      else this.sendPosition(watcher);
    }
  }

  get size(): number {
    return this.watchers.size;
  }

  tokenIds(): string[] {
    return [...this.watchers].map(({ tokenId }) => tokenId);
  }

  /** Ends the streams of matching tokens, by default all streams. */
  end(isRevoked: (tokenId: string) => boolean = () => true): void {
    for (const watcher of this.watchers) {
      if (!isRevoked(watcher.tokenId)) continue;
      this.watchers.delete(watcher);
      this.sendEvents(watcher);
      watcher.stream.end();
    }
  }

  /** Returns whether there has been no watcher since the time. */
  isUnwatchedSince(time: number): boolean {
    return this.watchers.size === 0 && this.lastWatchedAt <= time;
  }

  /** Sends the next events until the buffer of the watcher is full. Its `drain` event continues. */
  private sendEvents(watcher: Watcher): void {
    const { stream, filter } = watcher;
    while (!stream.writableNeedDrain) {
      if (!this.history.contains(watcher.position)) this.reset(watcher);
      const entry = this.history.next(watcher.position);
      if (!entry) return;
      watcher.position += 1;
      if (matchesFilter(entry, filter)) stream.write(entry.text);
    }
  }

  /** Tells a watcher whose position is no longer in the history to reload its data. */
  private reset(watcher: Watcher): void {
    watcher.position = this.history.position;
    watcher.stream.write(serializeEvent({ type: 'reset' }, this.history.idOf(watcher.position)));
  }

  private sendPosition({ stream, position }: Watcher): void {
    if (!stream.writableNeedDrain) stream.write(`:\nid: ${this.history.idOf(position)}\n\n`);
  }
}

/** Returns whether an event matches all conditions of a filter. */
function matchesFilter({ type, subject }: Entry, filter: EventFilter): boolean {
  if (type === 'reset') return true;
  const [kind] = type.split('.') as [EventKind];
  if (filter.types && !filter.types.includes(kind)) return false;
  return (['jobId', 'runId', 'deviceId'] as const).every(
    (name) => filter[name] === undefined || filter[name] === subject[name],
  );
}
