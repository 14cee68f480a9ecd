import { LIMITS } from '@drover/contract/limits';
import type { LogLine, LogPage } from '@drover/sdk';
import { styleAfter } from '../../ui/display/ansi-style';

/** Lines in memory at a time. Of a longer log only a window is loaded, and the rest is fetched again when needed. */
export const maxWindowLines = 20_000;
/** Lines that are fetched at a time beyond the edges of the window. */
const pageLines = 2_000;

/**
 * The loaded window of a log. `lines` grows in place until lines are dropped at its front; `version` counts
 * changes.
 */
export interface LogWindow {
  lines: LogLine[];
  /** The ANSI styles that lines begin with, by number. Lines that begin without one are absent. */
  styles: ReadonlyMap<number, string>;
  version: number;
  /** Number of the last known line of the log. */
  last: number;
  hasEarlier: boolean;
  hasLater: boolean;
  isLoading: boolean;
  error: unknown;
}

export const emptyWindow: LogWindow = {
  lines: [],
  styles: new Map(),
  version: 0,
  last: 0,
  hasEarlier: false,
  hasLater: false,
  isLoading: true,
  error: undefined,
};

interface Options {
  read: (filter: { after: number; limit: number }) => Promise<LogPage>;
  onChange: (logWindow: LogWindow) => void;
  /** Selects the lines to hold. All by default. */
  matches?: (line: LogLine) => boolean;
}

/**
 * Holds a window of a log that may be too long for memory: its end while following, or the part that the user went to.
 * Gaps are fetched, so a broken connection loses no lines.
 */
export class LogReader {
  private lines: LogLine[] = [];
  /** Stays when lines are dropped. Without the lines before, a window begins without a style. */
  private readonly styles = new Map<number, string>();
  private version = 0;
  private last = 0;
  /** The window covers the lines after `begin` up to and including `end`. */
  private begin = 0;
  private end = 0;
  private isFollowing = false;
  private isLoading = true;
  private error: unknown;
  private work = Promise.resolve();
  private isClosed = false;

  constructor(private readonly options: Options) {}

  /** Loads the lines around a line, or the start of the log. */
  open(line?: number): Promise<void> {
    const after = line ? Math.max(line - 1 - pageLines / 2, 0) : 0;
    return this.enqueue(async () => {
      this.moveTo(after);
      await this.readNext(line ? pageLines : LIMITS.logItems);
    });
  }

  /** Starts or stops following the end of the log. */
  follow(isFollowing: boolean): void {
    this.isFollowing = isFollowing;
    if (isFollowing) void this.enqueue(() => this.catchUp());
  }

  /** Adds lines that were just written. */
  receive(lines: LogLine[]): void {
    this.last = Math.max(this.last, lines.at(-1)?.seq ?? 0);
    if (this.isLoading) return;
    this.append(lines);
    this.notify();
    if (this.isFollowing && this.end < this.last) void this.enqueue(() => this.catchUp());
  }

  /** Fetches lines that may have been missed. */
  refresh(): Promise<void> {
    return this.enqueue(async () => {
      await this.readNext(LIMITS.logItems);
      if (this.isFollowing) await this.catchUp();
    });
  }

  /** Makes sure that a line is loaded. Without a line, loads the start of the log. */
  goTo(line?: number): Promise<void> {
    return line && line > this.begin && line <= this.end ? this.work : this.open(line);
  }

  /** Returns the number of the first line of the whole log for which a test is true. */
  async findFirst(test: (line: LogLine) => boolean): Promise<number | undefined> {
    const loaded = this.begin === 0 ? this.lines.find(test) : undefined;
    if (loaded) return loaded.seq;
    const isComplete = this.begin === 0 && this.end >= this.last;
    for (let after = this.begin === 0 ? this.end : 0; !isComplete && !this.isClosed;) {
      const { items } = await this.options.read({ after, limit: LIMITS.logItems });
      const found = items.find(test);
      if (found || items.length === 0) return found?.seq;
      after = items.at(-1)?.seq ?? after;
    }
    return undefined;
  }

  async readEarlier(): Promise<void> {
    if (this.isLoading || this.begin === 0) return;
    await this.enqueue(async () => {
      const begin = Math.max(this.begin - pageLines, 0);
      const { items } = await this.options.read({ after: begin, limit: this.begin - begin });
      for (const line of items) this.passStyle(line);
      // Lines that were read before without those before them.
      this.lines.every((line) => this.passStyle(line));
      this.lines = [...this.filterLines(items), ...this.lines];
      this.begin = begin;
      if (this.lines.length <= maxWindowLines) return;
      this.lines.length = maxWindowLines;
      this.end = this.lines.at(-1)?.seq ?? this.end;
    });
  }

  async readLater(): Promise<void> {
    if (this.isLoading || this.end >= this.last) return;
    await this.enqueue(() => this.readNext(pageLines));
  }

  close(): void {
    this.isClosed = true;
  }

  /** Reads up to the last known line. If that is far ahead, skips to the end. */
  private async catchUp(): Promise<void> {
    while (this.isFollowing && this.end < this.last && !this.isClosed) {
      if (!this.options.matches && this.last - this.end > maxWindowLines) this.moveTo(this.last - pageLines);
      await this.readNext(LIMITS.logItems);
      this.notify();
    }
  }

  private async readNext(limit: number): Promise<void> {
    const after = this.end;
    const { items, lastSeq } = await this.options.read({ after, limit });
    this.last = Math.max(this.last, lastSeq);
    this.append(items, true);
  }

  /** Appends only lines that follow without a gap. Unless following, stops when the window is full. */
  private append(lines: LogLine[], canDropEarlier = this.isFollowing): void {
    for (const line of lines) {
      if (line.seq !== this.end + 1 || (!canDropEarlier && this.lines.length >= maxWindowLines)) continue;
      this.end = line.seq;
      this.passStyle(line);
      if (this.options.matches?.(line) ?? true) this.lines.push(line);
    }
    // Drops many lines at once, because dropping from the front moves all others.
    if (this.lines.length <= maxWindowLines + pageLines) return;
    this.lines = this.lines.slice(-maxWindowLines);
    this.begin = (this.lines[0]?.seq ?? 1) - 1;
  }

  /** Sets the style that the next line begins with. Returns whether that changes it. */
  private passStyle({ seq, text }: LogLine): boolean {
    const [former, style] = [this.styles.get(seq + 1) ?? '', styleAfter(this.styles.get(seq) ?? '', text)];
    if (style === '') this.styles.delete(seq + 1);
    else this.styles.set(seq + 1, style);
    return style !== former;
  }

  private filterLines(lines: LogLine[]): LogLine[] {
    const { matches } = this.options;
    return matches ? lines.filter(matches) : lines;
  }

  private moveTo(after: number): void {
    this.lines = [];
    this.begin = after;
    this.end = after;
  }

  /** Runs one read at a time. */
  private enqueue(read: () => Promise<void>): Promise<void> {
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
      this.notify();
    });
    return this.work;
  }

  private notify(): void {
    if (this.isClosed) return;
    this.version += 1;
    const { lines, styles, version, last, isLoading, error } = this;
    const [hasEarlier, hasLater] = [this.begin > 0, this.end < last];
    this.options.onChange({ lines, styles, version, last, hasEarlier, hasLater, isLoading, error });
  }
}
