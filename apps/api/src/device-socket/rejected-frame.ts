import { DeviceFrame, Id, LINK_LIMITS, LinkLogLine, writeReason } from '@drover/contract';
import { z } from 'zod';
import type { Discarded, DurableFrame, Rejection } from './report';

/** What a durable frame needs to be acknowledged. Its other fields may be invalid. */
const NumberedFrame = z.looseObject({
  type: z.string(),
  n: z.number().int().min(1),
  runId: Id.optional().catch(undefined),
});
export type NumberedFrame = z.infer<typeof NumberedFrame>;

/** A frame that is stored in place of one that cannot be stored. */
export interface RejectedFrame {
  frame: DurableFrame;
  rejection: Rejection;
}

/** A frame of the device. A durable one that is invalid comes as its substitute, with the reason. */
type ReadFrame = { frame: DeviceFrame | Discarded; rejection?: Rejection };

/** Reads a message. Returns undefined if it is neither a valid frame nor one that can be acknowledged. */
export function readFrame(data: Buffer): ReadFrame | undefined {
  const json = parseJson(data);
  const isTooLarge = data.length > LINK_LIMITS.frameBytes;
  const { data: frame, error } = DeviceFrame.safeParse(json);
  if (frame && !isTooLarge) return { frame };
  const numbered = NumberedFrame.safeParse(json).data;
  if (!numbered) return undefined;
  const issue = error?.issues[0];
  const reason = isTooLarge
    ? `the frame has more than ${LINK_LIMITS.frameBytes} bytes`
    : `${issue?.path.join('.')}: ${issue?.message}`;
  return rejectFrame(numbered, reason, keepValidLines);
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}

/** Returns whether a line is kept when its frame is rejected. */
type LineFilter = (line: unknown) => boolean;

const keepValidLines: LineFilter = (line) => LinkLogLine.safeParse(line).success;

/**
 * Returns what is stored in place of a frame that can never be stored, so that its device does not send it forever. It
 * gives the reason where its account sees it: in the log, in the inbox, or as the reason of the run.
 */
export function rejectFrame(
  numbered: NumberedFrame,
  reason: string,
  isKept: LineFilter = () => false,
): RejectedFrame {
  const { type, n, runId } = numbered;
  const at = Date.now();
  const substitute = substitutes[type]?.({ at, ...numbered }, reason, isKept);
  const { data: frame } = DeviceFrame.safeParse({ at, ...substitute, type, n, runId });
  const isUsable = substitute !== undefined && frame !== undefined && 'n' in frame;
  return {
    frame: isUsable ? frame : { type: 'discarded', n },
    rejection: { type: Object.hasOwn(substitutes, type) ? type : 'other', runId, reason },
  };
}

type Substitute = (frame: NumberedFrame, reason: string, isKept: LineFilter) => object | undefined;

const substitutes: Partial<Record<string, Substitute>> = {
  accepted: () => undefined,
  received: () => undefined,
  started: () => ({}),
  log: ({ lines }, reason, isKept) => ({ lines: replaceLines(lines, reason, isKept) }),
  posted: (_frame, reason) => ({ text: `The script posted a message that cannot be stored: ${reason}` }),
  finished: (_frame, reason) => ({
    state: 'lost',
    reason: writeReason('result_not_stored', { error: reason }),
  }),
};

/**
 * Replaces lines that cannot be stored. Leaves out those without number, and those beyond the limit of a frame, of which
 * the last line then tells.
 */
function replaceLines(lines: unknown, reason: string, isKept: LineFilter): unknown[] {
  if (!Array.isArray(lines)) return [];
  const most = LINK_LIMITS.logLines;
  return lines.slice(0, most).flatMap((line: unknown, index) => {
    const isCut = index === most - 1 && lines.length > most;
    if (!isCut && isKept(line)) return [line];
    const seq = LinkLogLine.shape.seq.safeParse((line as { seq?: unknown } | null)?.seq).data;
    const text = `the device sent a line that cannot be stored: ${reason}`;
    return seq === undefined ? [] : [{ seq, at: Date.now(), level: 'warn', text }];
  });
}
