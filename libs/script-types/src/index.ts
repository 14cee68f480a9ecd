import type { ScriptConsole } from './console';
import type { Engines, Events, Threads, Timers } from './concurrency';
import type { Files, Storages, TextFile } from './files';
import type { Hamibot } from './hamibot';
import type { Http } from './http';
import type { App, Base64, DeviceFacts, Dialogs, ScriptCrypto, Shell, Zip } from './system';

export type * from './concurrency';
export type * from './console';
export type * from './files';
export type * from './hamibot';
export type * from './http';
export type * from './system';

/**
 * The modules of the Auto.js family that the Node agent creates when a script first uses them. The tag `availability`
 * says where each works: `both`, `node` or `phone`, and what differs on the Node agent.
 */
export interface ModuleGlobals {
  /** @availability both Header names are in lower case, and found in any. A body cannot be a function. */
  http: Http;
  /** @availability both `/sdcard` is a folder of the run, unless the machine has one. Bytes are unsigned. Writes no GBK. */
  files: Files;
  /** @availability both At most 1 MB per value and 16 MB per device. */
  storages: Storages;
  /** @availability both Without the daily and weekly tasks of the app: use a schedule. */
  timers: Timers;
  /** @availability both `broadcast` reaches the engines of this run. Keys, touches, toasts and notifications are absent. */
  events: Events;
  /** @availability both See “Threads”. */
  threads: Threads;
  /** @availability both At most 32 at a time. They end with the run, and see no variables of each other. */
  engines: Engines;
  /** @availability both What only phones have is null, or does nothing. Volumes and brightness cannot be set. */
  device: DeviceFacts;
  /** @availability both Only the members named here. `openUrl` needs a desktop. */
  app: App;
  /** @availability both Nobody is asked: the log has the text and the answer. */
  dialogs: Dialogs;
  /**
   * Node's module `util`: `format`, `inspect`, `inherits` …
   *
   * @availability both
   */
  util: object;
  /** @availability both On phones in AutoJs6; `$base64` in AutoX. */
  base64: Base64;
  /** @availability both On phones in AutoX. AES (ECB, CBC, CFB, OFB, CTR) and RSA with PKCS #1 padding. */
  $crypto: ScriptCrypto;
  /** @availability both On phones in AutoX. Without passwords. */
  $zip: Zip;
  /**
   * Runs a command and waits for its end: `{ code, result, error }`.
   *
   * @availability both Root only if the agent runs as root.
   */
  shell: Shell;
  /**
   * Opens a text file, as `files.open`.
   *
   * @availability both
   */
  open: (path: string, mode?: string, encoding?: string) => TextFile;
  /**
   * Returns the text of the clipboard.
   *
   * @availability both Without a desktop: what this run has stored.
   */
  getClip: () => string;
  /**
   * Writes a text to the clipboard.
   *
   * @availability both Without a desktop, only this run can read it.
   */
  setClip: (text: unknown) => void;
  /**
   * Shows a text.
   *
   * @availability both As `dialogs`.
   */
  alert: Dialogs['alert'];
  /**
   * Asks for a decision.
   *
   * @availability both As `dialogs`: false.
   */
  confirm: Dialogs['confirm'];
  /**
   * Asks for a text.
   *
   * @availability both As `dialogs`: the prefilled text, else null.
   */
  prompt: Dialogs['prompt'];
  /**
   * Asks for a text.
   *
   * @availability both As `dialogs`: the prefilled text, else null.
   */
  rawInput: Dialogs['rawInput'];
  /**
   * Ends the script successfully.
   *
   * @availability both
   */
  exit: () => never;
  /**
   * Returns a random integer, both bounds included; without bounds a number from 0 up to 1.
   *
   * @availability both
   */
  random: (min?: number, max?: number) => number;
  /**
   * Returns the function, such that only one thread at a time runs it.
   *
   * @availability both
   */
  sync: <Act extends (...values: never[]) => unknown>(act: Act) => Act;
}

/** All globals that Drover defines for scripts. */
export interface ScriptGlobals extends ModuleGlobals {
  /** @availability both */
  hamibot: Hamibot;
  /**
   * Another name of `hamibot`.
   *
   * @availability both
   */
  drover: Hamibot;
  /** @availability both Functions of its window, such as `show`, do nothing. Nobody answers `input`. */
  console: ScriptConsole;
  /**
   * Writes a line to the log of the run.
   *
   * @availability both
   */
  log: (...values: unknown[]) => void;
  /**
   * Another name of `log`.
   *
   * @availability both
   */
  print: (...values: unknown[]) => void;
  /**
   * Shows a text on a phone.
   *
   * @availability both Writes a line to the log.
   */
  toast: (...values: unknown[]) => void;
  /**
   * Shows a text on a phone and writes it to the log.
   *
   * @availability both Writes a line to the log.
   */
  toastLog: (...values: unknown[]) => void;
  /**
   * Blocks the script for a time in milliseconds.
   *
   * @availability both Runs waiting threads meanwhile.
   */
  sleep: (ms: unknown) => void;
}
