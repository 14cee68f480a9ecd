import { LinkLogLine } from '@drover/contract/link';
import { z } from 'zod';

/** What the agent hands to the process of a run: one line of JSON on descriptor 3. */
export interface ScriptTask {
  scriptName: string;
  robotName: string;
  code: string;
  env: Record<string, unknown>;
}

/** A line of console.log and its like. */
const LogReport = LinkLogLine.omit({ seq: true }).extend({ type: z.literal('log') });

/** Text that the script wrote to process.stdout or process.stderr, not yet cut into lines. */
const OutputReport = z.object({ type: z.literal('output'), isError: z.boolean(), text: z.string() });

/** A call of postMessage, as the script made it. */
const PostedReport = z.object({
  type: z.literal('posted'),
  at: LinkLogLine.shape.at,
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
