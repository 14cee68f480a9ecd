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
  /**
   * Runs a function as a section of the log, with its name, duration and outcome. Returns what the function returns, also
   * a promise, and throws what it throws. Steps may be within one another. A name has at most 100 characters.
   */
  step<Value>(name: string, act: () => Value): Value;
  /** Files that the run leaves on the server. */
  artifacts: Artifacts;
  /** Ends the script successfully. */
  exit(): never;
}

interface PostOptions {
  /** Whether the message is telemetry. */
  telemetry?: unknown;
  data?: { title?: unknown; attachments?: unknown };
}

/** Saves files of a run. */
interface Artifacts {
  /**
   * Saves an artifact of the run: a name of at most 255 characters, unique in the run, and its content. A string is the path
   * of a file if there is such a file, otherwise it is the content itself. Resolves when the artifact is on the disk of the
   * device, which keeps it until the server has it. An artifact beyond a limit is left out: the log has a warning, and the
   * value a `problem`. Rejects if there is no such file, or the content has another type.
   */
  save(name: string, content: ArtifactContent): Promise<SavedArtifact>;
}

/** The content of an artifact, or the path of a file with it. */
export type ArtifactContent = string | Uint8Array | ArrayBuffer | { path: string };

/** An artifact that was saved, or left out because of a problem. */
export interface SavedArtifact {
  name: string;
  /** Bytes. Null if there is a problem. */
  size: number | null;
  /** SHA-256 of the content, hex. Null if there is a problem. */
  sha256: string | null;
  problem: string | null;
}
