import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Paths of the files that an agent stores. */
export interface DataFolder {
  root: string;
  credential: string;
  lock: string;
  pid: string;
  launcherPid: string;
  /** Output and command line of an agent in the background. */
  log: string;
  command: string;
  /** Journal, outbox, environments with secrets, the storages of scripts, artifacts and input files. They belong to the enrolled device and are deleted with its credential. */
  state: string;
  journal: string;
  outbox: string;
  secretEnvs: string;
  storages: string;
  artifacts: string;
  /** Input files of runs. */
  files: string;
  code: string;
  work: string;
  /** Versions of the agent that updates have installed. */
  versions: string;
}

/** Creates the folder, readable by its owner only, and returns the paths in it. */
export function openDataFolder(path?: string): DataFolder {
  const root = resolve(path ?? process.env.DROVER_AGENT_DATA ?? join(homedir(), '.drover-agent'));
  const state = join(root, 'state');
  mkdirSync(root, { recursive: true, mode: 0o700 });
  chmodSync(root, 0o700);
  return {
    root,
    credential: join(root, 'credential.json'),
    // Earlier agents had a folder of the name agent.lock.
    lock: join(root, 'lock'),
    pid: join(root, 'agent.pid'),
    launcherPid: join(root, 'launcher.pid'),
    log: join(root, 'agent.log'),
    command: join(root, 'agent.command'),
    state,
    journal: join(state, 'journal.jsonl'),
    outbox: join(state, 'outbox'),
    secretEnvs: join(state, 'env'),
    storages: join(state, 'storages'),
    artifacts: join(state, 'artifacts'),
    files: join(state, 'files'),
    code: join(root, 'code'),
    work: join(root, 'work'),
    versions: join(root, 'versions'),
  };
}

/** Deletes the files of the agent, and the folder unless it contains others. */
export function deleteDataFolder({ root, ...paths }: DataFolder): void {
  for (const path of Object.values(paths)) rmSync(path, { recursive: true, force: true });
  if (readdirSync(root).length === 0) rmdirSync(root);
}

/** Replaces a file atomically: a reader finds either the old text or the new one, also after a power failure. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`;
  try {
    writeDurably(draft, Buffer.from(text));
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

function writeDurably(path: string, bytes: Buffer): void {
  const file = openSync(path, 'w', 0o600);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
