import type { LogLevel } from '@drover/contract';
import { LIMITS } from '@drover/contract/limits';
import { LINK_LIMITS, type LinkLogLine } from '@drover/contract/link';
import type { Outbox } from '../link/outbox';
import { cutBytes, storableText } from './storable';

/** Lines of one Log frame together stay under this size as JSON. */
const frameBytes = 256 * 1024;

/** Lines wait this long for others, so that a busy script does not make a frame a line. */
const flushMs = 50;

/** What JSON needs around the text of a line. */
const lineOverheadBytes = 64;

const lineCut = ' … (line cut at 32 kB)';
const logCut = '… log cut at 10 MB: what the script wrote after this was not kept';

/** The log of one run: bounds it, numbers its lines, and gives them to the outbox in bundles. */
export class RunLog {
  private lines: LinkLogLine[] = [];
  private lineBytes = 0;
  private keptBytes = 0;
  private seq = 0;
  private isCut = false;
  private flushedAt = 0;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly runId: string,
    private readonly outbox: Outbox,
  ) {}

  add(level: LogLevel, text: string, at = Date.now()): void {
    if (this.isCut) return;
    const kept = cutBytes(storableText(text), LIMITS.logLineBytes, lineCut);
    // A line end counts too: else empty lines would go on for ever.
    this.keptBytes += Buffer.byteLength(kept) + 1;
    this.isCut = this.keptBytes + Buffer.byteLength(logCut) > LIMITS.runLogBytes;
    this.push(this.isCut ? { level: 'warn', text: logCut, at } : { level, text: kept, at });
  }

  /** Gives all lines to the outbox. */
  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.flushedAt = performance.now();
    if (this.lines.length === 0) return;
    const lines = this.lines;
    this.lines = [];
    this.lineBytes = 0;
    try {
      this.outbox.append({ type: 'log', runId: this.runId, lines });
    } catch {
      // The disk takes no more. The log ends here, without a gap; what becomes of the run still gets through.
      this.isCut = true;
    }
  }

  private push(line: Omit<LinkLogLine, 'seq'>): void {
    const bytes = Buffer.byteLength(JSON.stringify(line.text)) + lineOverheadBytes;
    if (this.lines.length >= LINK_LIMITS.logLines || this.lineBytes + bytes > frameBytes) this.flush();
    this.seq += 1;
    this.lines.push({ seq: this.seq, ...line });
    this.lineBytes += bytes;
    // The first line after a silence goes at once, with the others of its moment.
    this.timer ??= setTimeout(
      () => this.flush(),
      Math.max(0, flushMs - (performance.now() - this.flushedAt)),
    );
  }
}
