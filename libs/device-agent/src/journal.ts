import type { Finished, RunOrder } from '@drover/contract/link';

/** A Finished frame without its number. The outbox numbers it. */
type Ending = Omit<Finished, 'n'>;

/** What the device knows about a run. Each line of the journal adds fields to the record of one run. */
export interface RunRecord {
  runId: string;
  /** The order as the host stores it: without what it stores elsewhere. */
  order?: RunOrder;
  acceptedAt?: number;
  startingAt?: number;
  /** The process of the run, and what distinguishes it from a later process with the same pid. */
  pid?: number;
  identity?: string;
  ending?: Ending;
  /** Whether the server has acknowledged the ending. */
  isSettled?: boolean;
}

/** The file of the journal, one JSON text per line. */
export interface JournalFile {
  /** Returns all lines. The last one may be torn. */
  read(): string[];
  /** Appends a line, or throws and leaves the file unchanged. */
  append(line: string): void;
  /** Calls back when the appended lines would survive a power failure, if the host can ensure that. */
  sync(done: (error?: unknown) => void): void;
  /** Replaces the file atomically. */
  replace(lines: string[]): void;
  close(): void;
}

interface JournalLimits {
  /** Ended runs to remember, so that a late repeat of their order starts nothing. */
  rememberedRuns: number;
  /** Lines beyond one per run, after which the file is rewritten. */
  spareLines: number;
}

const defaultLimits: JournalLimits = { rememberedRuns: 1000, spareLines: 4000 };

/**
 * The device's record of its runs. It ensures that a run starts at most once: the line with `startingAt` is on the disk
 * before the script starts.
 */
export class Journal {
  private readonly records: Record<string, RunRecord> = {};
  private runCount = 0;
  private lineCount = 0;

  constructor(
    private readonly file: JournalFile,
    private readonly limits: JournalLimits = defaultLimits,
  ) {
    file.read().forEach((line) => this.replay(line));
    this.compact();
  }

  get(runId: string): RunRecord | undefined {
    return this.records[runId];
  }

  /** Returns the records in the order of their first lines. */
  list(): RunRecord[] {
    return Object.keys(this.records).map((runId) => this.records[runId]);
  }

  /** Adds to the record of a run. Throws and leaves the record unchanged if the line cannot be written. */
  write(change: RunRecord): void {
    if (this.lineCount > this.runCount + this.limits.spareLines) this.compact();
    this.file.append(JSON.stringify(change));
    this.lineCount += 1;
    this.apply(change);
  }

  /** Writes, and calls back when the line would survive a power failure. */
  writeDurably(change: RunRecord, done: (error?: unknown) => void): void {
    try {
      this.write(change);
    } catch (error) {
      return done(error);
    }
    this.file.sync(done);
  }

  /** Writes, or stores the change in memory only if the disk is full. */
  writeIfPossible(change: RunRecord): void {
    try {
      this.write(change);
    } catch {
      this.remember(change);
    }
  }

  /** Adds to a record in memory only. */
  remember(change: RunRecord): void {
    this.apply(change);
  }

  close(): void {
    this.file.close();
  }

  private apply(change: RunRecord): void {
    const previous = this.records[change.runId];
    if (!previous) this.runCount += 1;
    const record: RunRecord = { ...previous, ...change };
    const { runId, ending, isSettled } = record;
    // An ended run needs no order any more, a settled one only its ending.
    if (ending) delete record.order;
    this.records[runId] = isSettled ? { runId, ending: ending && withoutOutput(ending), isSettled } : record;
  }

  /** Ignores a line torn by a power failure. It is the last one, and nothing has relied on it yet. */
  private replay(line: string): void {
    try {
      const change = JSON.parse(line) as RunRecord;
      if (typeof change.runId === 'string') this.apply(change);
    } catch {
      // The empty text after the last line break also ends here.
    }
  }

  /** Rewrites the file with the open runs and the latest settled ones. */
  private compact(): void {
    const settled = this.list().filter((record) => record.isSettled);
    settled.slice(0, Math.max(0, settled.length - this.limits.rememberedRuns)).forEach(({ runId }) => {
      delete this.records[runId];
      this.runCount -= 1;
    });
    this.file.replace(this.list().map((record) => JSON.stringify(record)));
    this.lineCount = this.runCount;
  }
}

/** Leaves out what the server has: a result may have many bytes. */
function withoutOutput({ type, runId, at, startedAt, state, reason, exitCode, signal }: Ending): Ending {
  return { type, runId, at, startedAt, state, reason, exitCode, signal };
}
