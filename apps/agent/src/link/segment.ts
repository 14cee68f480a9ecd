import { closeSync, ftruncateSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** One file of the outbox: frames as lines of JSON, the first of them numbered as the file is named. */
export class Segment {
  /** Frames in it that the server has not acknowledged. */
  pending = 0;

  private constructor(
    readonly path: string,
    private readonly file: number,
    public size: number,
  ) {}

  static create(folder: string, firstNumber: number): Segment {
    const path = join(folder, `${String(firstNumber).padStart(16, '0')}.jsonl`);
    return new Segment(path, openSync(path, 'w+', 0o600), 0);
  }

  /** Opens a file and hands over its lines. A torn last line is cut off: its frame was never sent. */
  static load(path: string, onLine: (segment: Segment, line: string, place: Place) => void): Segment {
    const bytes = readFileSync(path);
    const size = bytes.lastIndexOf(0x0a) + 1;
    const segment = new Segment(path, openSync(path, 'r+'), size);
    if (size < bytes.length) ftruncateSync(segment.file, size);
    for (let start = 0; start < size;) {
      const end = bytes.indexOf(0x0a, start);
      onLine(segment, bytes.toString('utf8', start, end), { offset: start, length: end - start });
      start = end + 1;
    }
    return segment;
  }

  /** Writes a line to its end. After a failure the file is as it was before. */
  append(text: string): Place {
    const bytes = Buffer.from(`${text}\n`);
    try {
      for (let written = 0; written < bytes.length;) {
        written += writeSync(this.file, bytes, written, bytes.length - written, this.size + written);
      }
    } catch (error) {
      ftruncateSync(this.file, this.size);
      throw error;
    }
    const offset = this.size;
    this.size += bytes.length;
    return { offset, length: bytes.length - 1 };
  }

  read({ offset, length }: Place): string {
    const bytes = Buffer.allocUnsafe(length);
    for (let done = 0; done < length;) {
      const count = readSync(this.file, bytes, done, length - done, offset + done);
      if (count === 0) throw new Error(`${this.path} is shorter than it was`);
      done += count;
    }
    return bytes.toString('utf8');
  }

  close(): void {
    closeSync(this.file);
  }

  remove(): void {
    this.close();
    rmSync(this.path, { force: true });
  }
}

/** Where a line stands in its file, in bytes. */
export interface Place {
  offset: number;
  length: number;
}
