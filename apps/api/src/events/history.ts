import type { Event } from '@drover/contract';
import { newId } from '../database/ids';

/** How much of the past is kept for those who were cut off or read slowly: what a job for many devices brings at once. */
const maxEntries = 20_000;
const maxUnits = 8 * 1024 * 1024;

/** An event, and its text on the wire. */
export interface Entry {
  event: Event;
  text: string;
}

/** The last events of an account. A position in them counts all that there ever were up to it. */
export interface History {
  add(event: Event): void;
  /** Where the history stands. */
  position(): number;
  /** The event that follows on a position; nothing where none has come yet. */
  next(position: number): Entry | undefined;
  /** Whether all that followed on a position is still known. */
  reaches(position: number): boolean;
  /** A position as watchers name it. */
  idOf(position: number): string;
  /** The position that such an id names; nothing where that is not known any more, or never was. */
  positionOf(eventId: string): number | undefined;
}

export function createHistory(): History {
  // Ids of another history, such as one before a restart, are not taken for ids of this one.
  const historyId = newId();
  const entries: Entry[] = [];
  let count = 0;
  let units = 0;
  const idOf = (position: number) => `${historyId}-${position}`;
  const reaches = (position: number) => position >= count - entries.length && position <= count;

  return {
    idOf,
    reaches,
    position: () => count,
    add(event) {
      count += 1;
      const entry = { event, text: toText(event, idOf(count)) };
      entries.push(entry);
      units += entry.text.length;
      while (entries.length > maxEntries || (units > maxUnits && entries.length > 1)) {
        units -= entries.shift()?.text.length ?? 0;
      }
    },
    next: (position) => entries[position - (count - entries.length)],
    positionOf(eventId) {
      const [, id, number] = /^([0-9a-f]{24})-(\d{1,15})$/.exec(eventId) ?? [];
      return id === historyId && reaches(Number(number)) ? Number(number) : undefined;
    },
  };
}

/** A server-sent event. */
export function toText(event: Event, eventId: string): string {
  return `id: ${eventId}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
