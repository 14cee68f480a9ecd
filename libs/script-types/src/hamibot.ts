/** What Drover adds to scripts: `hamibot`, also called `drover`. */
export interface Hamibot {
  /** Saved values and `vars` of the run, and `APP_ENV`, `USER_ID`, `ROBOT_ID`, `SCRIPT_ID`, `TIMESTAMP`. */
  env: Readonly<Record<string, unknown>>;
  robotName: string;
  scriptName: string;
  plan: object;
  /** Sends a message to the inbox. A text that is not a string is converted. */
  postMessage(text: unknown, options?: PostOptions): void;
  /**
   * Sets the result of the run: any value that JSON has, of at most 64 kB. The last call counts. A larger value, or one
   * that is not JSON, is left out with a warning in the log.
   */
  result(value: unknown): void;
  /** Reports how far the script has come, from 0 to 1, with a text of at most 200 characters. */
  progress(value: number, text?: string): void;
  /** Ends the script successfully. */
  exit(): never;
}

interface PostOptions {
  /** Whether the message is telemetry. */
  telemetry?: unknown;
  data?: { title?: unknown; attachments?: unknown };
}
