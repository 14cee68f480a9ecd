import type { Event, EventFilter, EventKind } from '@drover/contract';
import { PassThrough, type Readable } from 'node:stream';
import { createHistory, toText, type Entry } from './history';

/** Unsent bytes beyond which a watcher is cut off; it comes back and goes on where it was. */
const maxUnsentBytes = 1024 * 1024;

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

export function createChannel(): Channel {
  const history = createHistory();
  const watchers = new Map<PassThrough, Watch>();
  let leftAt = Date.now();

  function write(stream: PassThrough, text: string): void {
    if (stream.writableLength > maxUnsentBytes) stream.destroy(new Error('the watcher is too slow'));
    else stream.write(text);
  }

  const position = () => `:\nid: ${history.lastId()}\n\n`;

  return {
    open({ filter, lastEventId, ...watch }) {
      const stream = new PassThrough();
      const missed = lastEventId === undefined ? [] : history.after(lastEventId);
      const start = missed ? textOf(missed, filter) : toText({ type: 'reset' }, history.lastId());
      stream.write(start + position());
      watchers.set(stream, { filter, ...watch });
      stream.once('close', () => {
        watchers.delete(stream);
        leftAt = Date.now();
      });
      return stream;
    },
    tell(event) {
      const { text } = history.add(event);
      for (const [stream, { filter }] of watchers) if (isAbout(event, filter)) write(stream, text);
    },
    beat() {
      for (const stream of watchers.keys()) write(stream, position());
    },
    tokenIds: () => [...watchers.values()].map(({ tokenId }) => tokenId),
    end(isOver = () => true) {
      for (const [stream, { tokenId }] of watchers) if (isOver(tokenId)) stream.end();
    },
    isUnwatchedSince: (time) => watchers.size === 0 && leftAt <= time,
  };
}

function textOf(entries: Entry[], filter: EventFilter): string {
  return entries
    .filter(({ event }) => isAbout(event, filter))
    .map(({ text }) => text)
    .join('');
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
