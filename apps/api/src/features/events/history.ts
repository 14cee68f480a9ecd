import type { Event } from '@drover/contract';
import { newId } from '../../database/ids';
import { subjectOf, type Subject } from './subject';

/** Maximum size of the history, for watchers that reconnect or read slowly: the events of a job for many devices. */
const maxEntries = 20_000;
const maxUnits = 8 * 1024 * 1024;

/** A serialized event, and its fields that filters compare. The event itself would take more memory than its text. */
export interface Entry {
  type: Event['type'];
  subject: Subject;
  text: string;
}

/** The last events of an account. A position is the number of events so far, including those that were dropped. */
export class History {
  // Distinguishes event IDs of this history from those of another one, such as before a restart.
  private readonly historyId = newId();
  private readonly entries: Entry[] = [];
  private count = 0;
  private units = 0;

  /** The position after the last event. */
  get position(): number {
    return this.count;
  }

  add(event: Event): void {
    this.count += 1;
    const text = serializeEvent(event, this.idOf(this.count));
    this.entries.push({ type: event.type, subject: subjectOf(event), text });
    this.units += text.length;
    while (this.entries.length > maxEntries || (this.units > maxUnits && this.entries.length > 1)) {
      this.units -= this.entries.shift()?.text.length ?? 0;
    }
  }

  /** Returns the event after a position, if there is one yet. */
  next(position: number): Entry | undefined {
    return this.entries[position - (this.count - this.entries.length)];
  }

  /** Returns whether the history still contains all events after a position. */
  contains(position: number): boolean {
    return position >= this.count - this.entries.length && position <= this.count;
  }

  /** Returns the event ID of a position. */
  idOf(position: number): string {
    return `${this.historyId}-${position}`;
  }

  /** Returns the position of an event ID, unless the history no longer contains it or never did. */
  positionOf(eventId: string): number | undefined {
    const [, id, number] = /^([0-9a-f]{24})-(\d{1,15})$/.exec(eventId) ?? [];
    return id === this.historyId && this.contains(Number(number)) ? Number(number) : undefined;
  }
}

/** Serializes a server-sent event. */
export function serializeEvent(event: Event, eventId: string): string {
  return `id: ${eventId}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
