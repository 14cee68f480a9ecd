import type { Event, EventFilter, EventKind } from '@drover/contract';
import { PassThrough, type Readable } from 'node:stream';
import { createHistory, toText } from './history';

/** Unsent bytes at which a watcher is given no more until it has read them. */
const maxUnsentBytes = 256 * 1024;

/** Somebody who watches. */
export interface Watch {
  tokenId: string;
  filter: EventFilter;
  /** Where an earlier connection ended. */
  lastEventId?: string;
}

/** The events of one account, and who watches them. */
export interface Channel {
  open(watch: Watch): Readable;
  tell(event: Event): void;
  /** Keeps connections alive, and tells where they are, so that they can go on there. */
  beat(): void;
  tokenIds(): string[];
  /** Ends the streams of these tokens, or all. */
  end(isOver?: (tokenId: string) => boolean): void;
  /** Whether nobody has watched since then. */
  isUnwatchedSince(time: number): boolean;
}

/** A watcher's connection, and how far in the history it is. */
interface Watcher extends Watch {
  stream: PassThrough;
  position: number;
}

export function createChannel(): Channel {
  const history = createHistory();
  const watchers = new Set<Watcher>();
  let leftAt = Date.now();

  /** Hands on what follows as far as the reader keeps up: it drains, and is fed again. */
  function feed(watcher: Watcher): void {
    const { stream, filter } = watcher;
    while (!stream.writableNeedDrain) {
      if (!history.reaches(watcher.position)) restart(watcher);
      const entry = history.next(watcher.position);
      if (!entry) return;
      watcher.position += 1;
      if (isAbout(entry.event, filter)) stream.write(entry.text);
    }
  }

  /** Who was away too long, or reads too slowly, is told to read again what matters. */
  function restart(watcher: Watcher): void {
    watcher.position = history.position();
    watcher.stream.write(toText({ type: 'reset' }, history.idOf(watcher.position)));
  }

  function tellPosition({ stream, position }: Watcher): void {
    if (!stream.writableNeedDrain) stream.write(`:\nid: ${history.idOf(position)}\n\n`);
  }

  return {
    open(watch) {
      const { lastEventId } = watch;
      const position = lastEventId === undefined ? history.position() : history.positionOf(lastEventId);
      const stream = new PassThrough({ highWaterMark: maxUnsentBytes });
      const watcher = { ...watch, stream, position: position ?? -1 };
      watchers.add(watcher);
      stream.on('drain', () => feed(watcher));
      stream.once('close', () => {
        watchers.delete(watcher);
        leftAt = Date.now();
      });
      feed(watcher);
      tellPosition(watcher);
      return stream;
    },
    tell(event) {
      history.add(event);
      for (const watcher of watchers) feed(watcher);
    },
    beat() {
      for (const watcher of watchers) tellPosition(watcher);
    },
    tokenIds: () => [...watchers].map(({ tokenId }) => tokenId),
    end(isOver = () => true) {
      for (const watcher of watchers) {
        if (!isOver(watcher.tokenId)) continue;
        watchers.delete(watcher);
        watcher.stream.end();
      }
    },
    isUnwatchedSince: (time) => watchers.size === 0 && leftAt <= time,
  };
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
