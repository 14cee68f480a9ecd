import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Where everything that an agent keeps has its place. */
export interface DataFolder {
  root: string;
  credential: string;
  lock: string;
  pid: string;
  /** Journal, outbox, environments with secrets: what belongs to the enrolled device, and goes with its credential. */
  state: string;
  journal: string;
  outbox: string;
  secretEnvs: string;
  code: string;
  work: string;
}

/** Names the paths, and makes the folder, for its owner's eyes alone. */
export function openDataFolder(path?: string): DataFolder {
  const root = resolve(path ?? process.env.DROVER_AGENT_DATA ?? join(homedir(), '.drover-agent'));
  const state = join(root, 'state');
  mkdirSync(root, { recursive: true, mode: 0o700 });
  chmodSync(root, 0o700);
  return {
    root,
    credential: join(root, 'credential.json'),
    lock: join(root, 'agent.lock'),
    pid: join(root, 'agent.pid'),
    state,
    journal: join(state, 'journal.jsonl'),
    outbox: join(state, 'outbox'),
    secretEnvs: join(state, 'env'),
    code: join(root, 'code'),
    work: join(root, 'work'),
  };
}

/** Replaces a file as a whole: whoever reads it finds the old text or the new one, after a power failure too. */
export function replaceFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`;
  const file = openSync(draft, 'w', 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) written += writeSync(file, bytes, written);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
