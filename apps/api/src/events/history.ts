import type { Event } from '@drover/contract';
import { newId } from '../database/ids';

/** How much of the past is kept for those who were cut off. */
const maxEntries = 5_000;
const maxUnits = 4 * 1024 * 1024;

/** An event, and its text on the wire. */
export interface Entry {
  event: Event;
  text: string;
}

/** The last events of an account, by ids that count up. */
export interface History {
  add(event: Event): Entry;
  /** What came after the event with this id; nothing where that is not known any more, or never was. */
  after(eventId: string): Entry[] | undefined;
  lastId(): string;
}

export function createHistory(): History {
  // Ids of another history, such as one before a restart, are not taken for ids of this one.
  const historyId = newId();
  const entries: Entry[] = [];
  let count = 0;
  let units = 0;
  const lastId = () => `${historyId}-${count}`;

  return {
    lastId,
    add(event) {
      count += 1;
      const entry = { event, text: toText(event, lastId()) };
      entries.push(entry);
      units += entry.text.length;
      while (entries.length > maxEntries || (units > maxUnits && entries.length > 1)) {
        units -= entries.shift()?.text.length ?? 0;
      }
      return entry;
    },
    after(eventId) {
      const [, id, number] = /^([0-9a-f]{24})-(\d{1,15})$/.exec(eventId) ?? [];
      const missed = count - Number(number);
      const isKnown = id === historyId && missed >= 0 && missed <= entries.length;
      return isKnown ? entries.slice(entries.length - missed) : undefined;
    },
  };
}

/** A server-sent event. */
export function toText(event: Event, eventId: string): string {
  return `id: ${eventId}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
