import type { DeviceFrame } from '@drover/contract/link';
import { LINK_LIMITS } from '@drover/contract/link-protocol';

/** Characters of unacknowledged frames at which the outbox counts as full, so that scripts have to wait. */
const fullChars = 256 * 1024 * 1024;

/** Characters to hold in memory while the disk is full: room for results when log lines are dropped. */
const memoryChars = 4 * 1024 * 1024;

type WithoutNumber<Frame> = Frame extends { n: number } ? Omit<Frame, 'n'> : never;

/** A durable frame without its number. */
export type Draft = WithoutNumber<DeviceFrame>;

/** Where the frames are stored. `Place` identifies a stored frame. */
export interface FrameStore<Place> {
  /** Loads the stored frames in order. Returns the number of the next frame. */
  load(onFrame: (text: string, place: Place) => void): number;
  /** Appends a frame. Throws if the disk is full. */
  append(text: string, n: number): Place;
  read(place: Place): string;
  /** Deletes the frames, which are the oldest ones. `nextNumber` must survive the deletion of all frames. */
  remove(places: Place[], nextNumber: number): void;
  close(): void;
}

interface Entry<Place> {
  n: number;
  type: Draft['type'];
  runId?: string;
  chars: number;
  stored: { place: Place } | { text: string };
}

/** The durable frames that the server has not acknowledged, in order. */
export class Outbox<Place = unknown> {
  private readonly entries: Entry<Place>[] = [];
  /** Index of the next entry to send. */
  private unsent = 0;
  private nextNumber = 1;
  private chars = 0;
  private charsInMemory = 0;
  private readonly frameCounts: Record<string, number> = {};
  private waiting: (() => void)[] = [];

  /** Called after a frame was appended. */
  onAppend?: () => void;
  /** Called when the server has acknowledged the result of a run. */
  onSettled?: (runId: string) => void;

  constructor(private readonly store: FrameStore<Place>) {
    const nextNumber = store.load((text, place) => {
      const frame = JSON.parse(text) as Draft & { n: number };
      this.add(frame, { n: frame.n, chars: text.length, stored: { place } });
    });
    this.nextNumber = Math.max(this.nextNumber, nextNumber);
  }

  isEmpty(): boolean {
    return this.entries.length === 0;
  }

  isFull(): boolean {
    return this.chars > fullChars;
  }

  /** Whether frames of the run are still to be acknowledged. */
  hasFramesOf(runId: string): boolean {
    return this.frameCounts[runId] > 0;
  }

  runIds(): string[] {
    return Object.keys(this.frameCounts);
  }

  /** Stores a frame. If the disk is full, throws for log lines and messages, and holds other frames in memory. */
  append(draft: Draft): void {
    const n = this.nextNumber;
    const text = JSON.stringify({ ...draft, n });
    this.add(draft, { n, chars: text.length, stored: this.save(draft, text) });
    if (this.onAppend) this.onAppend();
  }

  /** Returns the next frame to send, or undefined if there is none or the limit of unacknowledged frames is reached. */
  next(): string | undefined {
    const entry = this.entries[this.unsent];
    if (!entry || this.unsent >= LINK_LIMITS.unacknowledgedFrames) return undefined;
    this.unsent += 1;
    return 'text' in entry.stored ? entry.stored.text : this.store.read(entry.stored.place);
  }

  /** Starts again with the oldest frame, on a new link. */
  rewind(): void {
    this.unsent = 0;
  }

  /** Removes all frames up to number `n`. */
  acknowledge(n: number): void {
    let count = 0;
    while (count < this.entries.length && this.entries[count].n <= n) count += 1;
    const removed = this.entries.splice(0, count);
    this.unsent = Math.max(0, this.unsent - count);
    this.nextNumber = Math.max(this.nextNumber, n + 1);
    const places: Place[] = [];
    removed.forEach(({ stored }) => {
      if ('place' in stored) places.push(stored.place);
    });
    this.store.remove(places, this.nextNumber);
    removed.forEach((entry) => this.subtract(entry));
    if (!this.isFull()) this.wake();
  }

  /** Calls back as soon as the outbox is not full, or closed. */
  whenRoom(act: () => void): void {
    if (this.isFull()) this.waiting.push(act);
    else act();
  }

  close(): void {
    this.store.close();
    this.wake();
  }

  private save(draft: Draft, text: string): Entry<Place>['stored'] {
    try {
      return { place: this.store.append(text, this.nextNumber) };
    } catch (error) {
      const isExpendable = draft.type === 'log' || draft.type === 'posted';
      if (isExpendable && this.charsInMemory + text.length > memoryChars) throw error;
      return { text };
    }
  }

  private add(draft: Draft, { n, chars, stored }: Pick<Entry<Place>, 'n' | 'chars' | 'stored'>): void {
    const runId = 'runId' in draft ? draft.runId : undefined;
    this.entries.push({ n, type: draft.type, runId, chars, stored });
    this.nextNumber = n + 1;
    this.chars += chars;
    if ('text' in stored) this.charsInMemory += chars;
    if (runId) this.frameCounts[runId] = (this.frameCounts[runId] || 0) + 1;
  }

  private subtract({ runId, type, chars, stored }: Entry<Place>): void {
    this.chars -= chars;
    if ('text' in stored) this.charsInMemory -= chars;
    if (!runId) return;
    this.frameCounts[runId] -= 1;
    if (this.frameCounts[runId] === 0) delete this.frameCounts[runId];
    if (type === 'finished' && this.onSettled) this.onSettled(runId);
  }

  private wake(): void {
    const waiting = this.waiting;
    this.waiting = [];
    waiting.forEach((act) => act());
  }
}
