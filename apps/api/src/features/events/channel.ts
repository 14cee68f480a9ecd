import type { Event, EventFilter, EventKind } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { PassThrough, type Readable } from 'node:stream';
import { History, serializeEvent, type Entry } from './history';

/** Number of unread bytes at which a watcher gets no more events until it has read them. */
const maxUnsentBytes = BUDGET.eventUnreadBytes.max;

/** Number of characters of an event that are written at a time: at most three quarters of what may be unread. */
const partChars = maxUnsentBytes / 4;

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
  /** How many characters of the event after the position have been sent. */
  sentChars: number;
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
    const state = { position: position ?? -1, sentChars: 0, isStalled: false, isWaiting: false };
    const watcher: Watcher = { ...subscription, stream, ...state };
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

  /**
   * Sends the next events until the buffer of the watcher is full. Its `drain` event continues. Large events are sent in
   * parts, so that only the history holds the whole text.
   */
  private sendEvents(watcher: Watcher): void {
    const { stream, filter } = watcher;
    while (!stream.writableNeedDrain && !stream.destroyed) {
      if (!this.history.contains(watcher.position)) this.reset(watcher);
      const entry = this.history.next(watcher.position);
      if (!entry) return;
      if (matchesFilter(entry, filter) && !sendPart(watcher, entry.text)) continue;
      watcher.position += 1;
      watcher.sentChars = 0;
    }
  }

  /**
   * Tells a watcher whose position is no longer in the history to reload its data. If it has got a part of an event, it is
   * disconnected instead, and gets the `reset` when it connects again.
   */
  private reset(watcher: Watcher): void {
    if (watcher.sentChars > 0) {
      watcher.stream.destroy(new Error('the reader of the event stream is too slow'));
      return;
    }
    watcher.position = this.history.position;
    watcher.stream.write(serializeEvent({ type: 'reset' }, this.history.idOf(watcher.position)));
  }

  private sendPosition({ stream, position }: Watcher): void {
    if (!stream.writableNeedDrain) stream.write(`:\nid: ${this.history.idOf(position)}\n\n`);
  }
}

/** Sends the next part of an event. Returns whether it was the last one. */
function sendPart(watcher: Watcher, text: string): boolean {
  const end = partEnd(text, watcher.sentChars + partChars);
  watcher.stream.write(text.slice(watcher.sentChars, end));
  watcher.sentChars = end;
  return end === text.length;
}

/** Returns the end of a part, moved by one if it would split a surrogate pair. */
function partEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end;
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
