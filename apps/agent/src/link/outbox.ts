import { LINK_LIMITS, type DeviceFrame } from '@drover/contract/link';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Segment, type Place } from './segment';

/** A file of the outbox is closed when it has grown to this size. */
const segmentBytes = 8 * 1024 * 1024;

/** With this much unacknowledged, scripts that go on writing are made to wait. */
const fullBytes = 256 * 1024 * 1024;

/** What is kept in memory when the disk takes no more: results still fit when log lines no longer do. */
const memoryBytes = 4 * 1024 * 1024;

type WithoutNumber<Frame> = Frame extends { n: number } ? Omit<Frame, 'n'> : never;

/** A durable frame that has no number yet. */
export type Draft = WithoutNumber<DeviceFrame>;

interface Entry {
  n: number;
  type: Draft['type'];
  runId?: string;
  bytes: number;
  stored: { segment: Segment; place: Place } | string;
}

/** The durable frames that the server has not acknowledged, in order and on disk. */
export class Outbox {
  private entries: Entry[] = [];
  private segments: Segment[] = [];
  private unsent = 0;
  private nextNumber = 1;
  private bytes = 0;
  private bytesInMemory = 0;
  private readonly framesOfRun = new Map<string, number>();
  private waiting: (() => void)[] = [];

  /** Told that there is something to send, and that a result has arrived. */
  onAppend?: () => void;
  onSettled?: (runId: string) => void;

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)
      .filter((file) => /^\d{16}\.jsonl$/.test(file))
      .sort()) {
      this.nextNumber = Math.max(this.nextNumber, Number.parseInt(name, 10));
      this.segments.push(Segment.load(join(folder, name), (...line) => this.restore(...line)));
    }
    this.tidy();
  }

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  get isFull(): boolean {
    return this.bytes > fullBytes;
  }

  holds(runId: string): boolean {
    return this.framesOfRun.has(runId);
  }

  runIds(): string[] {
    return [...this.framesOfRun.keys()];
  }

  /** Keeps a frame. Log lines and posts fail where the disk takes nothing; what a run's state rests on never does. */
  append(draft: Draft): void {
    const text = JSON.stringify({ ...draft, n: this.nextNumber });
    const stored = this.store(draft, text);
    const runId = 'runId' in draft ? draft.runId : undefined;
    this.add({ n: this.nextNumber, type: draft.type, runId, bytes: text.length, stored });
    this.onAppend?.();
  }

  /** The next frame to send, unless as many are under way as the link allows. */
  next(): string | undefined {
    const entry = this.entries[this.unsent];
    if (!entry || this.unsent >= LINK_LIMITS.unacknowledgedFrames) return undefined;
    this.unsent += 1;
    return typeof entry.stored === 'string' ? entry.stored : entry.stored.segment.read(entry.stored.place);
  }

  /** A new link begins with the oldest frame. */
  rewind(): void {
    this.unsent = 0;
  }

  acknowledge(n: number): void {
    const after = this.entries.findIndex((entry) => entry.n > n);
    const gone = this.entries.splice(0, after < 0 ? this.entries.length : after);
    this.unsent = Math.max(0, this.unsent - gone.length);
    this.nextNumber = Math.max(this.nextNumber, n + 1);
    for (const entry of gone) this.drop(entry);
    this.tidy();
    if (!this.isFull) this.wake();
  }

  /** Resolves when there is room again, or nothing is left to wait for. */
  async hasRoom(): Promise<void> {
    if (this.isFull) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  close(): void {
    for (const segment of this.segments) segment.close();
    this.segments = [];
    this.wake();
  }

  private store(draft: Draft, text: string): Entry['stored'] {
    try {
      let segment = this.segments.at(-1);
      if (!segment || segment.size > segmentBytes) {
        segment = Segment.create(this.folder, this.nextNumber);
        this.segments.push(segment);
      }
      return { segment, place: segment.append(text) };
    } catch (error) {
      const isExpendable = draft.type === 'log' || draft.type === 'posted';
      if (isExpendable && this.bytesInMemory + text.length > memoryBytes) throw error;
      return text;
    }
  }

  private restore(segment: Segment, line: string, place: Place): void {
    const frame = JSON.parse(line) as Draft & { n: number };
    const runId = 'runId' in frame ? frame.runId : undefined;
    this.add({ n: frame.n, type: frame.type, runId, bytes: place.length, stored: { segment, place } });
  }

  private add(entry: Entry): void {
    const { runId, bytes, stored } = entry;
    this.entries.push(entry);
    this.nextNumber = entry.n + 1;
    this.bytes += bytes;
    if (typeof stored === 'string') this.bytesInMemory += bytes;
    else stored.segment.pending += 1;
    if (runId) this.framesOfRun.set(runId, (this.framesOfRun.get(runId) ?? 0) + 1);
  }

  private drop({ runId, type, bytes, stored }: Entry): void {
    this.bytes -= bytes;
    if (typeof stored === 'string') this.bytesInMemory -= bytes;
    else stored.segment.pending -= 1;
    if (!runId) return;
    const left = (this.framesOfRun.get(runId) ?? 0) - 1;
    if (left > 0) this.framesOfRun.set(runId, left);
    else this.framesOfRun.delete(runId);
    if (type === 'finished') this.onSettled?.(runId);
  }

  /** Removes files that have nothing left to send. The newest one, empty, keeps the number by its name. */
  private tidy(): void {
    const newest = this.segments.at(-1);
    if (!newest || (newest.pending === 0 && newest.size > 0)) {
      try {
        this.segments.push(Segment.create(this.folder, this.nextNumber));
      } catch {
        return; // No room on the disk: the old files stay until there is.
      }
    }
    const isDone = (segment: Segment) => segment.pending === 0 && segment !== this.segments.at(-1);
    for (const segment of this.segments.filter(isDone)) segment.remove();
    this.segments = this.segments.filter((segment) => !isDone(segment));
  }

  private wake(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }
}
