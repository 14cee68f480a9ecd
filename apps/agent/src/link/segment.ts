import { closeSync, ftruncateSync, openSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** One file of the outbox: one frame per line, as JSON. The file name is the number of the first frame. */
export class Segment {
  /** Frames that the server has not acknowledged. */
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

  /** Opens a file and passes its lines on. Removes a torn last line: its frame was never sent. */
  static load(path: string, onLine: (text: string, place: Place) => void): Segment {
    const bytes = readFileSync(path);
    const size = bytes.lastIndexOf(0x0a) + 1;
    const segment = new Segment(path, openSync(path, 'r+'), size);
    if (size < bytes.length) ftruncateSync(segment.file, size);
    for (let start = 0; start < size;) {
      const end = bytes.indexOf(0x0a, start);
      onLine(bytes.toString('utf8', start, end), { segment, offset: start, length: end - start });
      start = end + 1;
    }
    return segment;
  }

  /** Appends a line, or throws and leaves the file unchanged. */
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
    return { segment: this, offset, length: bytes.length - 1 };
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

/** Position of a line in its segment, in bytes. */
export interface Place {
  segment: Segment;
  offset: number;
  length: number;
}
