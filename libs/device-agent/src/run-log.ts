import type { LinkLogLine } from '@drover/contract/link';
import { LIMITS } from '@drover/contract/limits';
import { LINK_LIMITS } from '@drover/contract/link-protocol';
import type { Clock } from './clock';
import type { Outbox } from './outbox';
import { countBytes, cutToBytes, toStorableText } from './text';

/** JSON bytes of the lines of one Log frame. */
const frameBytes = 256 * 1024;

/** Milliseconds that lines wait for others, so that a busy script does not send one frame per line. */
const flushMs = 50;

/** JSON bytes of a line beside its text. */
const lineOverheadBytes = 64;
const stepOverheadBytes = 192;

const lineCutMarker = ' … (line cut at 32 kB)';
const logCutText = '… log cut at 10 MB: later lines of the script were not stored';
const logCutBytes = countBytes(logCutText) + LIMITS.logLineOverheadBytes;

/** The log of one run: limits and numbers its lines, and appends them to the outbox in batches. */
export class RunLog {
  private lines: LinkLogLine[] = [];
  private lineBytes = 0;
  private totalBytes = 0;
  private seq = 0;
  private isCut = false;
  private flushedAt?: number;
  private timer: unknown;

  constructor(
    private readonly runId: string,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  add(level: LinkLogLine['level'], text: string, at = Date.now()): void {
    this.addLine({ level, text, at });
  }

  addLine(line: Omit<LinkLogLine, 'seq'>): void {
    if (this.isCut) return;
    const stored = cutToBytes(toStorableText(line.text), LIMITS.logLineBytes, lineCutMarker);
    // Counts what the server counts, so that the server does not cut the log.
    this.totalBytes += countBytes(stored) + LIMITS.logLineOverheadBytes;
    this.isCut = this.totalBytes + logCutBytes > LIMITS.runLogBytes;
    if (this.isCut) this.push({ level: 'warn', text: logCutText, at: line.at });
    else this.push({ ...line, text: stored });
  }

  /** Appends all waiting lines to the outbox. */
  flush(): void {
    if (this.timer !== undefined) this.clock.clearTimeout(this.timer);
    this.timer = undefined;
    this.flushedAt = this.clock.elapsedMs();
    if (this.lines.length === 0) return;
    const lines = this.lines;
    this.lines = [];
    this.lineBytes = 0;
    try {
      this.outbox.append({ type: 'log', runId: this.runId, lines });
    } catch {
      // The disk is full. The log ends here without a gap. The result of the run can still be sent.
      this.isCut = true;
    }
  }

  private push(line: Omit<LinkLogLine, 'seq'>): void {
    const overheadBytes = line.step ? stepOverheadBytes : lineOverheadBytes;
    const bytes = countBytes(JSON.stringify(line.text)) + overheadBytes;
    if (this.lines.length >= LINK_LIMITS.logLines || this.lineBytes + bytes > frameBytes) this.flush();
    this.seq += 1;
    this.lines.push({ seq: this.seq, ...line });
    this.lineBytes += bytes;
    if (this.timer !== undefined) return;
    // The first line after a pause is sent at once, together with the lines of the same moment.
    const sinceFlushMs = this.flushedAt === undefined ? flushMs : this.clock.elapsedMs() - this.flushedAt;
    this.timer = this.clock.setTimeout(() => this.flush(), Math.max(0, flushMs - sinceFlushMs));
  }
}
