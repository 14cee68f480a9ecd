import { LogLevel } from '@drover/contract/runs.schemas';
import { z } from 'zod';

/** What the agent hands to the process of a run: one line of JSON on descriptor 3. */
export interface ScriptTask {
  scriptName: string;
  robotName: string;
  code: string;
  env: Record<string, unknown>;
}

const clock = z.number().int().min(0).max(8_000_000_000_000_000);

/** A line of console.log and its like. */
const LogReport = z.object({
  type: z.literal('log'),
  level: LogLevel,
  at: clock,
  text: z.string(),
});

/** Text that the script wrote to process.stdout or process.stderr, not yet cut into lines. */
const OutputReport = z.object({ type: z.literal('output'), isError: z.boolean(), text: z.string() });

/** A call of postMessage, as the script made it. */
const PostedReport = z.object({
  type: z.literal('posted'),
  at: clock,
  text: z.string(),
  isTelemetry: z.boolean(),
  title: z.string().optional(),
  attachments: z.array(z.unknown()).optional(),
});
export type PostedReport = z.infer<typeof PostedReport>;

/** Why the script cannot go on. */
const FailedReport = z.object({ type: z.literal('failed'), reason: z.string() });

/** What the process of a run tells its agent on descriptor 3, one line of JSON each. */
export const ScriptReport = z.discriminatedUnion('type', [
  LogReport,
  OutputReport,
  PostedReport,
  FailedReport,
]);
export type ScriptReport = z.infer<typeof ScriptReport>;
