import type { PostedReport, ProgressReport, ResultReport, StepReport } from '@drover/device-agent';
import type { LinkLogLine, Plan } from '@drover/contract/link';

/** What the prelude reports. `exit` is a call of hamibot.exit(). */
export type ScriptReport =
  | ({ type: 'log' } & Omit<LinkLogLine, 'seq' | 'step'>)
  | ({ type: 'posted' } & PostedReport)
  | ResultReport
  | ProgressReport
  | StepReport
  /** A new artifact is in the agent's folder. */
  | { type: 'artifact' }
  | { type: 'exit' };

/** Name of the tag that an engine has after an error has ended its script. */
export const FAILED_TAG = 'drover.failed';

/** What the prelude receives. */
export interface ScriptTask {
  env: Record<string, unknown>;
  robotName: string;
  scriptName: string;
  plan: Plan;
  screenshotOnFailure?: boolean;
  /** Absent if no agent on the phone runs the script. */
  artifacts?: ArtifactTask;
}

/** Where a script saves the artifacts of its run, and how many. */
export interface ArtifactTask {
  runId: string;
  folder: string;
  nameChars: number;
  runArtifacts: number;
  runBytes: number;
  /** Bytes of all artifacts that wait for the server. */
  waitingBytes: number;
}

/** An entry in the folder of artifacts. Its file ends with `.json`, and that of the content has the same name without. */
export interface SpooledArtifact {
  runId: string;
  name: string;
  kind: 'file' | 'image';
  size: number;
  sha256: string;
  /** Milliseconds since 1970 by the phone's clock. */
  savedAt: number;
}
