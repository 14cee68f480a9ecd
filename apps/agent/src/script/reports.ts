import { LinkLogLine, type Plan } from '@drover/contract/link';
import { z } from 'zod';

/** What the agent sends to the process of a run: one line of JSON on descriptor 3. */
export interface ScriptTask {
  scriptName: string;
  robotName: string;
  code: string;
  env: Record<string, unknown>;
  plan: Plan;
}

/** A line written by console.log or a similar function. */
const LogReport = LinkLogLine.omit({ seq: true }).extend({ type: z.literal('log') });

/** Text that the script wrote to process.stdout or process.stderr, not yet split into lines. */
const OutputReport = z.object({ type: z.literal('output'), isError: z.boolean(), text: z.string() });

/** A call of postMessage. */
const PostedReport = z.object({
  type: z.literal('posted'),
  at: LinkLogLine.shape.at,
  text: z.string(),
  isTelemetry: z.boolean(),
  title: z.string().optional(),
  attachments: z.array(z.unknown()).optional(),
});

/** The error that ends the script. */
const FailedReport = z.object({ type: z.literal('failed'), reason: z.string() });

/** The process ends by itself. One that a signal kills does not send it. */
const ExitReport = z.object({ type: z.literal('exit') });

/** What the process of a run sends to its agent on descriptor 3: one line of JSON per report. */
export const ScriptReport = z.discriminatedUnion('type', [
  LogReport,
  OutputReport,
  PostedReport,
  FailedReport,
  ExitReport,
]);
export type ScriptReport = z.infer<typeof ScriptReport>;
