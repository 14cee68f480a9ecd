/** Which store a script used: its own, that of its device, or that of the workspace. */
export type StoreScope = 'script' | 'device' | 'account';

/** What a run gets. */
export interface RunOptions {
  /** Values of `hamibot.env`: the saved values and `vars` of the run. They may replace those of Drover, such as `TIMESTAMP`. */
  env?: Record<string, unknown>;
  /** Input files: the paths of local files by the names of their variables. The script gets copies. */
  files?: Record<string, string>;
  /** Values that the stores have before the run. */
  store?: Partial<Record<StoreScope, Record<string, unknown>>>;
  /** Values that `storages` have before the run, by the names of the storages. */
  storages?: Record<string, Record<string, unknown>>;
  /** Value of `hamibot.robotName`. Default: `test`. */
  robotName?: string;
  /** A CommonJS file that runs first in the process of the script: it defines stand-ins for what only phones have. */
  setup?: string;
  /** Milliseconds after which the script is killed. Default: 30,000. */
  timeLimitMs?: number;
}

/** A finished run, with everything that the script reported. */
export interface ScriptRun {
  state: 'succeeded' | 'failed' | 'timed_out';
  /** Why the run did not succeed: the error of the script with its position, or how its process ended. Else null. */
  reason: string | null;
  /** Null if the process was killed. */
  exitCode: number | null;
  /** The log, without the starts and ends of steps. */
  logs: LogLine[];
  /** The last result. Undefined if there is none. */
  result: unknown;
  progress: Progress[];
  /** In the order of their starts. */
  steps: Step[];
  /** The path of the step in which the run failed, else null. */
  failedStep: string | null;
  artifacts: Artifact[];
  messages: Message[];
  storeCalls: StoreCall[];
  /** Values of the stores after the run. */
  store: Record<StoreScope, Record<string, unknown>>;
  /** Values of the `storages` after the run. */
  storages: Record<string, Record<string, unknown>>;
}

export interface LogLine {
  level: 'verbose' | 'debug' | 'info' | 'warn' | 'error';
  text: string;
}

export interface Progress {
  /** From 0 to 1. */
  value: number;
  text?: string;
}

export interface Step {
  /** Its name, after those of the steps around it: `Checkout › Pay`. */
  path: string;
  /** `stopped`: the script ended within it. */
  state: 'succeeded' | 'failed' | 'stopped';
}

/** A file or a picture of the screen, which is a single pixel in tests. */
export interface Artifact {
  name: string;
  kind: 'file' | 'image';
  content: Buffer;
}

/** A call of `postMessage`. */
export interface Message {
  text: string;
  title: string | null;
  isTelemetry: boolean;
  attachments: unknown[];
}

/** A call of the store. `compareAndSet` is a `set` with `ifVersion`, and `delete` is `remove`. */
export interface StoreCall {
  scope: StoreScope;
  type: 'get' | 'list' | 'set' | 'increment' | 'remove';
  key?: string;
  prefix?: string;
  value?: unknown;
  by?: number;
  expiresIn?: number;
  ifVersion?: number;
}
