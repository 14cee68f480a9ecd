import type { FrameStore } from '@drover/device-agent';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Segment, type Place } from './segment';

/** Size at which the outbox continues in a new file. */
const segmentBytes = 8 * 1024 * 1024;

/** Stores the frames of the outbox in a folder of segments. Acknowledged segments are deleted as a whole. */
export class SegmentStore implements FrameStore<Place> {
  private segments: Segment[] = [];

  constructor(private readonly folder: string) {}

  load(onFrame: (text: string, place: Place) => void): number {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    let nextNumber = 1;
    for (const name of readdirSync(this.folder)
      .filter((file) => /^\d{16}\.jsonl$/.test(file))
      .sort()) {
      nextNumber = Math.max(nextNumber, Number.parseInt(name, 10));
      const segment = Segment.load(join(this.folder, name), (text, place) => {
        place.segment.pending += 1;
        onFrame(text, place);
      });
      this.segments.push(segment);
    }
    this.removeDoneSegments(nextNumber);
    return nextNumber;
  }

  append(text: string, n: number): Place {
    let segment = this.segments.at(-1);
    if (!segment || segment.size > segmentBytes) {
      segment = Segment.create(this.folder, n);
      this.segments.push(segment);
    }
    const place = segment.append(text);
    segment.pending += 1;
    return place;
  }

  read(place: Place): string {
    return place.segment.read(place);
  }

  remove(places: Place[], nextNumber: number): void {
    for (const { segment } of places) segment.pending -= 1;
    this.removeDoneSegments(nextNumber);
  }

  close(): void {
    for (const segment of this.segments) segment.close();
    this.segments = [];
  }

  /** Deletes segments without pending frames. The newest one stays, empty: its name stores the next number. */
  private removeDoneSegments(nextNumber: number): void {
    const newest = this.segments.at(-1);
    if (!newest || (newest.pending === 0 && newest.size > 0)) {
      try {
        this.segments.push(Segment.create(this.folder, nextNumber));
      } catch {
        return; // The disk is full. The old segments stay until there is space.
      }
    }
    const isDone = (segment: Segment) => segment.pending === 0 && segment !== this.segments.at(-1);
    for (const segment of this.segments.filter(isDone)) segment.remove();
    this.segments = this.segments.filter((segment) => !isDone(segment));
  }
}
