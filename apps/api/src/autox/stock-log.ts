import { LIMITS, LinkLogLine, LogLevel, PostedAttachment, type Attachment } from '@drover/contract';
import { z } from 'zod';
import { reportMark } from './phone-files';
import { toStoredText } from '../device-socket/stored-text';

const runId = z.string();
const { at } = LinkLogLine.shape;

/** A report that the prelude of a script writes into the app's log. */
const ScriptReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('log'), runId, at, level: LogLevel, text: z.string() }),
  z.object({
    type: z.literal('posted'),
    runId,
    at,
    text: z.string(),
    isTelemetry: z.boolean(),
    title: z.string().optional(),
    attachments: z.array(z.unknown()).transform(validAttachments),
  }),
  z.object({
    type: z.literal('result'),
    runId,
    json: z.string().optional(),
    problem: z.string().optional(),
  }),
  z.object({ type: z.literal('progress'), runId, value: z.number(), text: z.string().optional() }),
  z.object({
    type: z.literal('step'),
    runId,
    state: z.enum(['started', 'succeeded', 'failed', 'fatal']),
    key: z.string().max(100),
    at,
    parent: z.string().max(100).optional(),
    name: z.string().optional(),
  }),
  z.object({ type: z.literal('exit'), runId }),
  z.object({ type: z.literal('ended'), runId }),
]);
export type ScriptReport = z.infer<typeof ScriptReport>;

/** A line of the app's log: a report of a script, or a line of the app itself or of a script without prelude. */
type StockLine = { report: ScriptReport } | { level: LogLevel; text: string };

const levels: Record<string, LogLevel> = {
  V: 'verbose',
  D: 'debug',
  I: 'info',
  W: 'warn',
  E: 'error',
  A: 'error',
};

/** Reads a line such as `14:03:22.123/D: …`. */
export function readStockLine(log: string): StockLine {
  const [, letter = 'I', text = log] = /^\d\d:\d\d:\d\d\.\d{1,3}\/([VDIWEA]): ([\s\S]*)$/.exec(log) ?? [];
  const report = text.startsWith(reportMark) ? readReport(text.slice(reportMark.length)) : undefined;
  return report ? { report } : { level: levels[letter], text: toStoredText(text, LIMITS.logLineBytes) };
}

/** Reads the report of `identityScript`: the device token that is stored on the phone. */
export function readIdentity(log: string): string | undefined {
  const mark = log.indexOf(reportMark);
  if (mark < 0 || mark > maxPrefixChars || log.length > maxIdentityChars) return undefined;
  try {
    return Identity.safeParse(JSON.parse(log.slice(mark + reportMark.length))).data?.token;
  } catch {
    return undefined;
  }
}

/** A report of `identityScript`, the time and level before it, and the length of the whole line. */
const Identity = z.object({ type: z.literal('phone'), token: z.string() });
const maxPrefixChars = 20;
const maxIdentityChars = 200;

function readReport(json: string): ScriptReport | undefined {
  try {
    const { data } = ScriptReport.safeParse(JSON.parse(json));
    if (!data || !('text' in data) || data.text === undefined) return data;
    return { ...data, text: toStoredText(data.text, LIMITS.logLineBytes) };
  } catch {
    return undefined;
  }
}

function validAttachments(candidates: unknown[]): Attachment[] {
  return candidates.flatMap((candidate) => PostedAttachment.safeParse(candidate).data ?? []).slice(0, 20);
}
