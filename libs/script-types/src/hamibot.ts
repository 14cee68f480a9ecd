/** What Drover adds to scripts: `hamibot`, also called `drover`. */
export interface Hamibot {
  /** Saved values and `vars` of the run, and `APP_ENV`, `USER_ID`, `ROBOT_ID`, `SCRIPT_ID`, `TIMESTAMP`. */
  env: Readonly<Env>;
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
  /** Files that were given to the run. */
  files: InputFiles;
  /** Files that the run leaves on the server. */
  artifacts: Artifacts;
  /**
   * Saves a picture of the device's screen as an artifact. Without a name it is `screenshot-1.png` and so on. On a computer
   * without a screen, or a phone that does not permit pictures, there is none: the log has a warning, and the value a
   * `problem`. On phones it returns the value itself.
   */
  screenshot(name?: string): Promise<SavedArtifact>;
  /** Values that the runs of this script share on all devices, and stores of the device and of the workspace. */
  store: Stores;
  /** Ends the script successfully. */
  exit(): never;
}

/**
 * Values of the run by name. Declare the fields of your form by merging with this interface.
 *
 * @public
 */
export interface Env {
  [name: string]: unknown;
  APP_ENV?: string;
  USER_ID?: string;
  ROBOT_ID?: string;
  SCRIPT_ID?: string;
  TIMESTAMP?: string;
}

interface PostOptions {
  /** Whether the message is telemetry. */
  telemetry?: unknown;
  data?: { title?: unknown; attachments?: unknown };
}

/** Finds the files that were given to a run as values of its variables. On phones there are none. */
export interface InputFiles {
  /**
   * Returns the path of a copy of the file that is the value of a variable. The copy belongs to the run: the script may
   * change it. Throws if the variable is no file.
   */
  get(name: string): string;
  /** Returns whether a variable is a file. */
  has(name: string): boolean;
}

/** Saves files of a run. */
interface Artifacts {
  /**
   * Saves an artifact of the run: a name of at most 255 characters, unique in the run, and its content. A string is the path
   * of a file if there is such a file, otherwise it is the content itself. Resolves when the artifact is on the disk of the
   * device, which keeps it until the server has it. An artifact beyond a limit is left out: the log has a warning, and the
   * value a `problem`. Rejects if there is no such file, or the content has another type. On phones it returns the value
   * itself, and the content is a string or `{ path }`.
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

/** The stores that a script can use. Code that is not a saved script has only `device` and `account`. */
interface Stores extends Store {
  /** The device's store. Scripts of other publishers cannot use it. */
  device: Store;
  /** The workspace's store. Scripts of other publishers cannot use it. */
  account: Store;
}

/**
 * Values by key that runs on all devices can read and change. Each change happens completely or not at all, and once.
 * The calls of a run are made one after the other. They reject with a `StoreError`.
 */
export interface Store {
  /** Returns a value, or undefined if there is none. */
  get(key: string, options?: StoreOptions): Promise<unknown>;
  /** Returns an entry with its version and expiry, or undefined if there is none. */
  getEntry(key: string, options?: StoreOptions): Promise<StoreEntry | undefined>;
  /** Returns the entries whose keys begin with a prefix, by key. */
  list(prefix?: string, options?: StoreOptions & { limit?: number }): Promise<StoreEntry[]>;
  /** Stores a value, any JSON of at most 64 kB, and returns its version. Without `expiresIn` it never ends. */
  set(key: string, value: unknown, options?: StoreSetOptions): Promise<number>;
  /**
   * Stores a value if the entry has the version; 0: if there is no entry. Returns the new version, or null if it has
   * another.
   */
  compareAndSet(
    key: string,
    version: number,
    value: unknown,
    options?: StoreSetOptions,
  ): Promise<number | null>;
  /** Adds to a number, and returns the sum. A new entry begins with 0; `expiresIn` applies to a new entry only. */
  increment(key: string, by?: number, options?: StoreSetOptions): Promise<number>;
  /** Deletes an entry, if it has the version. Returns whether it did. */
  delete(key: string, options?: StoreOptions & { ifVersion?: number }): Promise<boolean>;
}

/** What a call does while the device is offline. */
export interface StoreOptions {
  /** `true` waits until the run ends, a number so many seconds. Without it the call fails with the code `OFFLINE`. */
  wait?: boolean | number;
}

interface StoreSetOptions extends StoreOptions {
  /** Seconds until the entry ends, at most 365 days. */
  expiresIn?: number;
}

/** An entry of a store. */
export interface StoreEntry {
  key: string;
  value: unknown;
  /** Changes with each change, and is never used again in the store. */
  version: number;
  /** When the entry ends, in ISO 8601. Null for never. */
  expiresAt: string | null;
}

/** Why a call of the store failed. */
export interface StoreError extends Error {
  code:
    'OFFLINE' | 'INVALID' | 'NOT_A_NUMBER' | 'QUOTA' | 'FORBIDDEN' | 'NO_STORE' | 'RUN_ENDED' | 'UNSUPPORTED';
  /** With the code `OFFLINE`: the connection was lost before the reply, so the change may have been made. */
  mayBeApplied: boolean;
}
