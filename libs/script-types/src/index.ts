import type { Engines, Events, Threads, Timers } from './concurrency';
import type { Files, Storages, TextFile } from './files';
import type { Http } from './http';
import type { App, Base64, DeviceFacts, Dialogs, ScriptCrypto, Shell, Zip } from './system';

export type * from './concurrency';
export type * from './files';
export type * from './http';
export type * from './system';

/** The globals of scripts that the Node agent creates when they are first used, with their types. */
export interface ScriptGlobals {
  http: Http;
  files: Files;
  storages: Storages;
  timers: Timers;
  events: Events;
  threads: Threads;
  engines: Engines;
  device: DeviceFacts;
  app: App;
  dialogs: Dialogs;
  /** Node's module `util`: `format`, `inspect`, `inherits` … */
  util: object;
  base64: Base64;
  $crypto: ScriptCrypto;
  $zip: Zip;
  shell: Shell;
  /** Opens a text file, as `files.open`. */
  open: (path: string, mode?: string, encoding?: string) => TextFile;
  /** Text of the clipboard. Without a clipboard, what the run has stored. */
  getClip: () => string;
  setClip: (text: unknown) => void;
  alert: Dialogs['alert'];
  confirm: Dialogs['confirm'];
  prompt: Dialogs['prompt'];
  rawInput: Dialogs['rawInput'];
  /** Ends the script successfully. */
  exit: () => never;
  /** Returns a random integer, both bounds included; without bounds a number from 0 up to 1. */
  random: (min?: number, max?: number) => number;
  /** Returns the function, such that only one thread at a time runs it. */
  sync: <Act extends (...values: never[]) => unknown>(act: Act) => Act;
}
