import { LIMITS, type LogLevel, type LogLine, type LogStep } from '@drover/contract';
import { sql, type Expression } from 'kysely';

/** A line with its number. */
export interface NumberedLine {
  seq: number;
  at: Date;
  level: LogLevel;
  text: string;
  step?: LogStep;
}

/** Successive lines of a run, without gaps, in one row. */
interface Block {
  /** The numbers of its first and its last line. */
  seq: number;
  lastSeq: number;
  lines: string;
}

/** A stored block, and the length of its text. */
interface StoredBlock extends Omit<Block, 'lines'> {
  bytes: number;
}

/** Maximum number of lines of a block. It bounds the search for the block of a line. */
const blockLines = 256;

/** About how long a new block gets. PostgreSQL compresses it to a part of a page. */
const blockBytes = 8192;

/** Later lines continue a block until it has so many bytes. Each time PostgreSQL writes the whole block. */
const openBlockBytes = 4096;

/** Replaces the first line for which a run has no room. */
const dropped = 'the log is full: further lines of the run were dropped';

/** Whether a block `b` has the line of this number or later ones. The second condition allows a search by key. */
export const hasLinesFrom = (seq: Expression<number>) =>
  sql<boolean>`(b."lastSeq" >= ${seq} AND b.seq > ${seq} - ${sql.lit(blockLines)})`;

const escapes: Record<string, string> = { '\n': '\\n', '\\': '\\\\' };

/** Begins the text of a line about a step. No other text has it, because a backslash is escaped. */
const stepMark = '\\>';

/** A block separates its lines by line feeds. JSON would quote more, and take twice as long. */
function encodeLine({ at, level, text, step }: Omit<NumberedLine, 'seq'>): string {
  const escaped = text.replace(/[\n\\]/g, (char) => escapes[char]);
  return `${at.getTime()} ${level} ${step ? encodeStep(step) : ''}${escaped}`;
}

function encodeStep({ id, parentId, state, durationMs }: LogStep): string {
  return `${stepMark}${id},${parentId ?? ''},${state},${durationMs ?? ''} `;
}

function decodeLine(line: string): Omit<LogLine, 'seq'> {
  const [levelAt, textAt] = [line.indexOf(' ') + 1, line.indexOf(' ', line.indexOf(' ') + 1) + 1];
  const encoded = line.slice(textAt);
  const [escaped, step] = encoded.startsWith(stepMark) ? decodeStep(encoded) : [encoded];
  return {
    at: new Date(Number(line.slice(0, levelAt))).toISOString(),
    level: line.slice(levelAt, textAt - 1) as LogLevel,
    text: escaped.includes('\\')
      ? escaped.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char))
      : escaped,
    ...(step && { step }),
  };
}

/** Returns the escaped text and the step of a line that begins with the mark. */
function decodeStep(encoded: string): [string, LogStep] {
  const end = encoded.indexOf(' ');
  const [id, parentId, state, durationMs] = encoded.slice(stepMark.length, end).split(',');
  const step: LogStep = {
    id: Number(id),
    parentId: parentId === '' ? null : Number(parentId),
    state: state as LogStep['state'],
    durationMs: durationMs === '' ? null : Number(durationMs),
  };
  return [encoded.slice(end + 1), step];
}

/** Formats successive lines as a block. */
export function encodeBlock(lines: readonly NumberedLine[]): Block {
  return { seq: lines[0].seq, lastSeq: lines[lines.length - 1].seq, lines: lines.map(encodeLine).join('\n') };
}

/** Returns the lines of a block. */
export function decodeBlock({ seq, lines }: Pick<Block, 'seq' | 'lines'>): LogLine[] {
  return lines.split('\n').map((line, index) => ({ seq: seq + index, ...decodeLine(line) }));
}

/** The log of a run as far as new lines concern it. */
export interface LogTail {
  /** Lines that the service wrote before those of the device, which the stored numbers count too. */
  linesBefore: number;
  logBytes: number;
  /** The blocks with lines from the one before the first new line to the last new line, in order. */
  blocks: StoredBlock[];
}

/** What new lines change: the range of those that are new, and the blocks to write. */
export interface LogChange {
  logBytes: number;
  first: number;
  last: number;
  /** New blocks, and the continuations of stored ones, whose `seq` they have. */
  blocks: Block[];
}

interface OpenBlock {
  seq: number;
  bytes: number;
  lines: NumberedLine[];
}

/**
 * Adds lines of a device, sorted by their numbers, as long as the log has room. Skips repeated lines. Returns undefined if
 * none is new.
 */
export function addLines(lines: readonly NumberedLine[], tail: LogTail): LogChange | undefined {
  const blocks: OpenBlock[] = [];
  const stored = tail.blocks.values();
  let { logBytes } = tail;
  let before: StoredBlock | undefined;
  let next = stored.next().value;
  let lastSeq = 0;
  for (const line of lines) {
    const seq = line.seq + tail.linesBefore;
    while (next && next.seq <= seq) [before, next] = [next, stored.next().value];
    if (seq === lastSeq || (before && seq <= before.lastSeq)) continue;
    if (logBytes > LIMITS.runLogBytes) break;
    lastSeq = seq;
    logBytes += Buffer.byteLength(line.text) + LIMITS.logLineOverheadBytes;
    const isFull = logBytes > LIMITS.runLogBytes;
    if (isFull) logBytes = LIMITS.runLogBytes + 1;
    addLine(blocks, before, isFull ? { seq, at: line.at, level: 'warn', text: dropped } : { ...line, seq });
  }
  const [first, last] = [blocks[0]?.lines[0], blocks.at(-1)?.lines.at(-1)];
  if (!first || !last) return undefined;
  const encoded = blocks.map(({ seq, lines: added }) => ({ ...encodeBlock(added), seq }));
  return { logBytes, first: first.seq, last: last.seq, blocks: encoded };
}

/** Adds a line to the newest block, or to the stored block before it, or to another block. */
function addLine(blocks: OpenBlock[], before: StoredBlock | undefined, line: NumberedLine): void {
  const bytes = Buffer.byteLength(line.text);
  const newest = blocks.at(-1);
  if (newest && newest.bytes < blockBytes && canContinue(newest, newest.lines.at(-1)?.seq, line)) {
    newest.lines.push(line);
    newest.bytes += bytes;
  } else if (before && before.bytes < openBlockBytes && canContinue(before, before.lastSeq, line)) {
    blocks.push({ seq: before.seq, bytes: before.bytes + bytes, lines: [line] });
  } else {
    blocks.push({ seq: line.seq, bytes, lines: [line] });
  }
}

function canContinue({ seq }: { seq: number }, lastSeq: number | undefined, line: NumberedLine): boolean {
  return line.seq - 1 === lastSeq && line.seq - seq < blockLines;
}
