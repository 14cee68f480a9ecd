import type { Event } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { newId } from '../../database/ids';
import { subjectOf, type Subject } from './subject';

/** Maximum number of events in a history: enough for a job on many devices. */
const maxEntries = 20_000;

/** Share of the longest history that is dropped at a time while the histories exceed their total limit. */
const droppedShare = 1 / 8;

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
  private chars = 0;

  /** The position after the last event. */
  get position(): number {
    return this.count;
  }

  add(event: Event): void {
    this.count += 1;
    const text = serializeEvent(event, this.idOf(this.count));
    this.entries.push({ type: event.type, subject: subjectOf(event), text });
    this.chars += text.length;
    const maxChars = BUDGET.eventHistoryChars.max;
    while (this.entries.length > maxEntries || (this.chars > maxChars && this.entries.length > 1)) {
      this.chars -= this.entries.shift()?.text.length ?? 0;
    }
  }

  /** Total length of its events, in characters. */
  get length(): number {
    return this.chars;
  }

  /** Drops the oldest events, a fixed share of all. */
  dropOldest(): void {
    const dropped = this.entries.splice(0, Math.ceil(this.entries.length * droppedShare));
    for (const { text } of dropped) this.chars -= text.length;
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

/** Drops the oldest events of the longest histories until the total length is at most `maxChars`. */
export function limitHistories(
  histories: readonly Pick<History, 'length' | 'dropOldest'>[],
  maxChars: number,
): void {
  const sum = () => histories.reduce((chars, { length }) => chars + length, 0);
  while (sum() > maxChars) histories.reduce((a, b) => (b.length > a.length ? b : a)).dropOldest();
}

/** Serializes a server-sent event. */
export function serializeEvent(event: Event, eventId: string): string {
  return `id: ${eventId}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}
