import type { PostedReport, ProgressReport, ResultReport, StepReport } from '@drover/device-agent';
import type { LinkLogLine, Plan } from '@drover/contract/link';

/** What the prelude reports. `exit` is a call of hamibot.exit(). */
export type ScriptReport =
  | ({ type: 'log' } & Omit<LinkLogLine, 'seq' | 'step'>)
  | ({ type: 'posted' } & PostedReport)
  | ResultReport
  | ProgressReport
  | StepReport
  | { type: 'exit' };

/** What the prelude receives. */
export interface ScriptTask {
  env: Record<string, unknown>;
  robotName: string;
  scriptName: string;
  plan: Plan;
}
