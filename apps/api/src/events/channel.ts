import type { Event, EventFilter, EventKind } from '@drover/contract';
import { PassThrough, type Readable } from 'node:stream';
import { History, toText } from './history';

/** Unsent bytes at which a watcher is given no more until it has read them. */
const maxUnsentBytes = 256 * 1024;

/** Somebody who watches. */
interface Watch {
  tokenId: string;
  filter: EventFilter;
  /** Where an earlier connection ended. */
  lastEventId?: string;
}

/** A watcher's connection, and how far in the history it is. */
interface Watcher extends Watch {
  stream: PassThrough;
  position: number;
}

/** The events of one account, and who watches them. */
export class Channel {
  private readonly history = new History();
  private readonly watchers = new Set<Watcher>();
  private leftAt = Date.now();

  open(watch: Watch): Readable {
    const { history, watchers } = this;
    const { lastEventId } = watch;
    const position = lastEventId === undefined ? history.position : history.positionOf(lastEventId);
    const stream = new PassThrough({ highWaterMark: maxUnsentBytes });
    const watcher = { ...watch, stream, position: position ?? -1 };
    watchers.add(watcher);
    stream.on('drain', () => this.feed(watcher));
    stream.once('close', () => {
      watchers.delete(watcher);
      this.leftAt = Date.now();
    });
    this.feed(watcher);
    this.tellPosition(watcher);
    return stream;
  }

  tell(event: Event): void {
    this.history.add(event);
    for (const watcher of this.watchers) this.feed(watcher);
  }

  /** Keeps connections alive, and tells where they are, so that they can go on there. */
  beat(): void {
    for (const watcher of this.watchers) this.tellPosition(watcher);
  }

  tokenIds(): string[] {
    return [...this.watchers].map(({ tokenId }) => tokenId);
  }

  /** Ends the streams of these tokens, or all. */
  end(isOver: (tokenId: string) => boolean = () => true): void {
    for (const watcher of this.watchers) {
      if (!isOver(watcher.tokenId)) continue;
      this.watchers.delete(watcher);
      watcher.stream.end();
    }
  }

  /** Whether nobody has watched since then. */
  isUnwatchedSince(time: number): boolean {
    return this.watchers.size === 0 && this.leftAt <= time;
  }

  /** Hands on what follows as far as the reader keeps up: it drains, and is fed again. */
  private feed(watcher: Watcher): void {
    const { stream, filter } = watcher;
    while (!stream.writableNeedDrain) {
      if (!this.history.reaches(watcher.position)) this.restart(watcher);
      const entry = this.history.next(watcher.position);
      if (!entry) return;
      watcher.position += 1;
      if (isAbout(entry.event, filter)) stream.write(entry.text);
    }
  }

  /** Who was away too long, or reads too slowly, is told to read again what matters. */
  private restart(watcher: Watcher): void {
    watcher.position = this.history.position;
    watcher.stream.write(toText({ type: 'reset' }, this.history.idOf(watcher.position)));
  }

  private tellPosition({ stream, position }: Watcher): void {
    if (!stream.writableNeedDrain) stream.write(`:\nid: ${this.history.idOf(position)}\n\n`);
  }
}

/** Whether all that a filter names is what an event is about. */
function isAbout(event: Event, filter: EventFilter): boolean {
  if (event.type === 'reset') return true;
  const [kind] = event.type.split('.') as [EventKind];
  if (filter.types && !filter.types.includes(kind)) return false;
  const subject = subjectOf(event);
  return (['jobId', 'runId', 'deviceId'] as const).every(
    (name) => filter[name] === undefined || filter[name] === subject[name],
  );
}

function subjectOf(event: Exclude<Event, { type: 'reset' }>): Omit<EventFilter, 'types'> {
  if (event.type === 'device') return { deviceId: event.device._id };
  if (event.type === 'message') {
    return { runId: event.runId ?? undefined, deviceId: event.deviceId ?? undefined };
  }
  if (event.type === 'run') return { ...event.run, runId: event.run._id };
  return event;
}
