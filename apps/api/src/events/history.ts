import type { Event } from '@drover/contract';
import { newId } from '../database/ids';

/** How much of the past is kept for those who were cut off or read slowly: what a job for many devices brings at once. */
const maxEntries = 20_000;
const maxUnits = 8 * 1024 * 1024;

/** An event, and its text on the wire. */
interface Entry {
  event: Event;
  text: string;
}

/** The last events of an account. A position in them counts all that there ever were up to it. */
export class History {
  // Ids of another history, such as one before a restart, are not taken for ids of this one.
  private readonly historyId = newId();
  private readonly entries: Entry[] = [];
  private count = 0;
  private units = 0;

  /** Where the history stands. */
  get position(): number {
    return this.count;
  }

  add(event: Event): void {
    this.count += 1;
    const entry = { event, text: toText(event, this.idOf(this.count)) };
    this.entries.push(entry);
    this.units += entry.text.length;
    while (this.entries.length > maxEntries || (this.units > maxUnits && this.entries.length > 1)) {
      this.units -= this.entries.shift()?.text.length ?? 0;
    }
  }

  /** The event that follows on a position; nothing where none has come yet. */
  next(position: number): Entry | undefined {
    return this.entries[position - (this.count - this.entries.length)];
  }

  /** Whether all that followed on a position is still known. */
  reaches(position: number): boolean {
    return position >= this.count - this.entries.length && position <= this.count;
  }

  /** A position as watchers name it. */
  idOf(position: number): string {
    return `${this.historyId}-${position}`;
  }

  /** The position that such an id names; nothing where that is not known any more, or never was. */
  positionOf(eventId: string): number | undefined {
    const [, id, number] = /^([0-9a-f]{24})-(\d{1,15})$/.exec(eventId) ?? [];
    return id === this.historyId && this.reaches(Number(number)) ? Number(number) : undefined;
  }
}

/** A server-sent event. */
export function toText(event: Event, eventId: string): string {
  return `id: ${eventId}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
