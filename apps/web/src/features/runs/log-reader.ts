import { LIMITS } from '@drover/contract/limits';
import type { LogLine, LogPage } from '@drover/sdk';

/** Lines that are held at one time, some tens of screens: of a longer log a part is, and the rest is read again. */
export const heldLines = 20_000;
/** Lines that are read at a time when a part is left. */
const stepLines = 2_000;

/** A part of a log as it stands. The array is the same until lines go at its front; `version` counts the changes. */
export interface LogPart {
  lines: LogLine[];
  version: number;
  /** Number of the log's last line, as far as is known. */
  last: number;
  hasEarlier: boolean;
  hasLater: boolean;
  isLoading: boolean;
  error: unknown;
}

export const emptyPart: LogPart = {
  lines: [],
  version: 0,
  last: 0,
  hasEarlier: false,
  hasLater: false,
  isLoading: true,
  error: undefined,
};

interface Options {
  read: (filter: { after: number; limit: number }) => Promise<LogPage>;
  onChange: (part: LogPart) => void;
  /** Which lines are held; all where it is left out. */
  isWanted?: (line: LogLine) => boolean;
}

/**
 * Holds a part of a log that may be longer than a page should keep: its end, while that is followed, or what was
 * gone to. Whatever is missing in between is read, so that a cut connection loses nothing.
 */
export class LogReader {
  private lines: LogLine[] = [];
  private version = 0;
  private last = 0;
  /** The part that was looked at lies after the one line, and reaches to the other. */
  private begin = 0;
  private end = 0;
  private isFollowing = false;
  private isLoading = true;
  private error: unknown;
  private work = Promise.resolve();
  private isClosed = false;

  constructor(private readonly options: Options) {}

  /** Reads around a line, or else from the beginning of the log. */
  open(line?: number): Promise<void> {
    const after = line ? Math.max(line - 1 - stepLines / 2, 0) : 0;
    return this.run(async () => {
      this.moveTo(after);
      await this.readOn(line ? stepLines : LIMITS.logItems);
    });
  }

  /** Follows the end of the log, or stays where it is. */
  follow(isFollowing: boolean): void {
    this.isFollowing = isFollowing;
    if (isFollowing) void this.run(() => this.catchUp());
  }

  /** Takes lines as they are written. */
  receive(lines: LogLine[]): void {
    this.last = Math.max(this.last, lines.at(-1)?.seq ?? 0);
    if (this.isLoading) return;
    this.append(lines);
    this.show();
    if (this.isFollowing && this.end < this.last) void this.run(() => this.catchUp());
  }

  /** Reads what may have been missed. */
  refresh(): Promise<void> {
    return this.run(async () => {
      await this.readOn(LIMITS.logItems);
      if (this.isFollowing) await this.catchUp();
    });
  }

  /** Has a line among those that are held; without one, the first lines. */
  goTo(line?: number): Promise<void> {
    return line && line > this.begin && line <= this.end ? this.work : this.open(line);
  }

  async readEarlier(): Promise<void> {
    if (this.isLoading || this.begin === 0) return;
    await this.run(async () => {
      const begin = Math.max(this.begin - stepLines, 0);
      const { items } = await this.options.read({ after: begin, limit: this.begin - begin });
      this.lines = [...this.wanted(items), ...this.lines];
      this.begin = begin;
      if (this.lines.length <= heldLines) return;
      this.lines.length = heldLines;
      this.end = this.lines.at(-1)?.seq ?? this.end;
    });
  }

  async readLater(): Promise<void> {
    if (this.isLoading || this.end >= this.last) return;
    await this.run(() => this.readOn(stepLines));
  }

  close(): void {
    this.isClosed = true;
  }

  /** Up to the last line that is known of; of a log that is far ahead, only the end. */
  private async catchUp(): Promise<void> {
    while (this.isFollowing && this.end < this.last && !this.isClosed) {
      if (!this.options.isWanted && this.last - this.end > heldLines) this.moveTo(this.last - stepLines);
      await this.readOn(LIMITS.logItems);
      this.show();
    }
  }

  private async readOn(limit: number): Promise<void> {
    const after = this.end;
    const { items, count } = await this.options.read({ after, limit });
    this.last = Math.max(this.last, after + count);
    this.append(items, true);
  }

  /** Only what follows without a gap; where nobody follows, no more than is held. */
  private append(lines: LogLine[], isAskedFor = this.isFollowing): void {
    for (const line of lines) {
      if (line.seq !== this.end + 1 || (!isAskedFor && this.lines.length >= heldLines)) continue;
      this.end = line.seq;
      if (this.options.isWanted?.(line) ?? true) this.lines.push(line);
    }
    // In strides: what goes at the front moves all that stays.
    if (this.lines.length <= heldLines + stepLines) return;
    this.lines = this.lines.slice(-heldLines);
    this.begin = (this.lines[0]?.seq ?? 1) - 1;
  }

  private wanted(lines: LogLine[]): LogLine[] {
    const { isWanted } = this.options;
    return isWanted ? lines.filter(isWanted) : lines;
  }

  private moveTo(after: number): void {
    this.lines = [];
    this.begin = after;
    this.end = after;
  }

  /** One piece of reading after the other. */
  private run(read: () => Promise<void>): Promise<void> {
    this.work = this.work.then(async () => {
      if (this.isClosed) return;
      this.isLoading = true;
      try {
        await read();
        this.error = undefined;
      } catch (error) {
        this.error = error;
      }
      this.isLoading = false;
      this.show();
    });
    return this.work;
  }

  private show(): void {
    if (this.isClosed) return;
    this.version += 1;
    const { lines, version, last, isLoading, error } = this;
    const [hasEarlier, hasLater] = [this.begin > 0, this.end < last];
    this.options.onChange({ lines, version, last, hasEarlier, hasLater, isLoading, error });
  }
}
