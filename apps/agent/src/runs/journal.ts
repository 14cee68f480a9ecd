import type { Finished, RunOrder } from '@drover/contract/link';
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

/** Ended runs that the journal remembers, so that a late repeat of their order starts nothing. */
const rememberedRuns = 1000;

/** Lines beyond what the records need, after which the file is written anew. */
const spareLines = 4000;

/** How a run ended: the frame that the server hears, without its number. */
type Ending = Omit<Finished, 'n'>;

/** What the device knows of a run; the order stands without its code, which the code cache keeps. */
export interface RunRecord {
  runId: string;
  order?: RunOrder;
  acceptedAt?: number;
  startingAt?: number;
  pid?: number;
  identity?: string;
  ending?: Ending;
  isSettled?: boolean;
}

/**
 * The device's memory of its runs: a file of JSON lines, each adding to the record of one run. That a run starts
 * at most once rests on it: the line that says `startingAt` is on the disk before the process exists.
 */
export class Journal {
  private readonly records = new Map<string, RunRecord>();
  private file: number;
  private lines = 0;
  private size = 0;
  private syncing?: Promise<void>;

  constructor(private readonly path: string) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if (existsSync(path)) for (const line of readFileSync(path, 'utf8').split('\n')) this.replay(line);
    this.compact();
    this.file = openSync(path, 'a', 0o600);
  }

  get(runId: string): RunRecord | undefined {
    return this.records.get(runId);
  }

  all(): RunRecord[] {
    return [...this.records.values()];
  }

  /** Adds to the record of a run. The record is changed only when the line is written. */
  note(change: RunRecord): void {
    if (this.lines > this.records.size + spareLines) this.rewrite();
    const line = Buffer.from(`${JSON.stringify(change)}\n`);
    try {
      appendFileSync(this.file, line);
    } catch (error) {
      ftruncateSync(this.file, this.size); // Half a line would spoil the next one.
      throw error;
    }
    this.size += line.length;
    this.lines += 1;
    this.apply(change);
  }

  /** The same, and resolves when it would survive a loss of power. Notes of one moment share one fsync. */
  async noteDurably(change: RunRecord): Promise<void> {
    this.note(change);
    this.syncing ??= new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.syncing = undefined;
      return syncFile(this.file);
    });
    await this.syncing;
  }

  /** Keeps a record in memory alone, where the disk does not take it. */
  remember(change: RunRecord): void {
    this.apply(change);
  }

  close(): void {
    closeSync(this.file);
  }

  private apply(change: RunRecord): void {
    const { runId, ending, isSettled, ...rest } = { ...this.records.get(change.runId), ...change };
    this.records.set(runId, isSettled ? { runId, ending, isSettled } : { runId, ending, ...rest });
  }

  /** A line torn by a loss of power is the last one, and what it would have said never took effect. */
  private replay(line: string): void {
    try {
      const change = JSON.parse(line) as RunRecord;
      if (typeof change.runId === 'string') this.apply(change);
    } catch {
      // The empty text after the last line end comes here as well.
    }
  }

  private rewrite(): void {
    const old = this.file;
    this.compact();
    this.file = openSync(this.path, 'a', 0o600);
    closeSync(old);
  }

  /** Writes what is still worth knowing: open runs, and the latest of those that the server knows to have ended. */
  private compact(): void {
    const settled = this.all().filter((record) => record.isSettled);
    for (const { runId } of settled.slice(0, -rememberedRuns)) this.records.delete(runId);
    const text = this.all()
      .map((record) => `${JSON.stringify(record)}\n`)
      .join('');
    replaceFile(this.path, text);
    this.size = Buffer.byteLength(text);
    this.lines = this.records.size;
  }
}
