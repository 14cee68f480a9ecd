/** What Drover adds to scripts: `hamibot`, also called `drover`. */
export interface Hamibot {
  /** Saved values and `vars` of the run, and `APP_ENV`, `USER_ID`, `ROBOT_ID`, `SCRIPT_ID`, `TIMESTAMP`. */
  env: Readonly<Record<string, unknown>>;
  robotName: string;
  scriptName: string;
  plan: object;
  /** Sends a message to the inbox. A text that is not a string is converted. */
  postMessage(text: unknown, options?: PostOptions): void;
  /** Ends the script successfully. */
  exit(): never;
}

interface PostOptions {
  /** Whether the message is telemetry. */
  telemetry?: unknown;
  data?: { title?: unknown; attachments?: unknown };
}
