import type { JournalFile } from '@drover/device-agent';
import {
  appendFileSync,
  closeSync,
  existsSync,
  fsync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { replaceFile } from '../device/data-folder';

const syncFile = promisify(fsync);

/** Descriptor of a file that is not open: writing to it throws. */
const noFile = -1;

/** The file of the journal. Usable once `replace` was called. */
export class SyncedJournalFile implements JournalFile {
  private file = noFile;
  private size = 0;
  private syncing?: Promise<void>;

  constructor(private readonly path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  }

  read(): string[] {
    return existsSync(this.path) ? readFileSync(this.path, 'utf8').split('\n') : [];
  }

  append(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    try {
      appendFileSync(this.file, bytes);
    } catch (error) {
      ftruncateSync(this.file, this.size); // Half a line would corrupt the next one.
      throw error;
    }
    this.size += bytes.length;
  }

  /** Calls of the same moment share one fsync. */
  sync(done: (error?: unknown) => void): void {
    this.syncing ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.syncing = undefined;
      return syncFile(this.file);
    });
    this.syncing.then(() => done(), done);
  }

  replace(lines: string[]): void {
    const text = lines.map((line) => `${line}\n`).join('');
    replaceFile(this.path, text);
    const previous = this.file;
    this.file = openSync(this.path, 'a', 0o600);
    if (previous !== noFile) closeSync(previous);
    this.size = Buffer.byteLength(text);
  }

  close(): void {
    closeSync(this.file);
    this.file = noFile;
  }
}
