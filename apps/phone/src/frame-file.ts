import type { FrameStore } from '@drover/device-agent';
import { LineFile } from './line-file';

/** Acknowledged frames after which the file is rewritten. */
const maxRemovedFrames = 500;

/** A frame in memory. */
interface StoredFrame {
  text: string;
}

/** A line of the file: a frame, or the number of the next frame. */
interface Line {
  n?: number;
  next?: number;
}

/** Stores the frames of the outbox in one file and in memory. */
export class FrameFile implements FrameStore<StoredFrame> {
  private readonly file = new LineFile('outbox.jsonl');
  private frames: StoredFrame[] = [];
  private removed = 0;

  load(onFrame: (text: string, place: StoredFrame) => void): number {
    let nextNumber = 1;
    this.file.read().forEach((text) => {
      const line = parse(text);
      if (!line) return;
      if (line.next !== undefined) nextNumber = Math.max(nextNumber, line.next);
      else onFrame(text, this.add(text));
    });
    // Removes a torn line, which would corrupt the next one.
    this.file.replace(this.lines(nextNumber));
    return nextNumber;
  }

  append(text: string): StoredFrame {
    try {
      this.file.append(text);
    } catch (error) {
      reportFullDisk(error);
      throw error;
    }
    return this.add(text);
  }

  read({ text }: StoredFrame): string {
    return text;
  }

  remove(places: StoredFrame[], nextNumber: number): void {
    this.frames = this.frames.slice(places.length);
    this.removed += places.length;
    if (this.removed < maxRemovedFrames && (this.frames.length > 0 || this.removed === 0)) return;
    try {
      this.file.replace(this.lines(nextNumber));
      this.removed = 0;
    } catch (error) {
      // The removed frames stay in the file. After a restart the server receives them again.
      reportFullDisk(error);
    }
  }

  close(): void {
    this.frames = [];
  }

  private add(text: string): StoredFrame {
    const frame = { text };
    this.frames.push(frame);
    return frame;
  }

  private lines(nextNumber: number): string[] {
    return [JSON.stringify({ next: nextNumber })].concat(this.frames.map(({ text }) => text));
  }
}

function reportFullDisk(error: unknown): void {
  console.error(`drover: the phone has no space left: ${String(error)}`);
}

/** Ignores a line torn when the app was killed: its frame was never sent. */
function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    console.warn('drover: ignored a torn line of the outbox');
    return undefined;
  }
}
