import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { replaceFile, type DataFolder } from '../device/data-folder';

/**
 * Versions of the agent in its data folder, each in a folder that is named after the beginning of the archive's SHA-256.
 * The file `current` names the one to start; without it, that is the installed program. The file `trial` describes the
 * trial of a new one. Both files are replaced atomically, so that agent and launcher may be killed at any time.
 */
type VersionFolder = Pick<DataFolder, 'versions'>;

/**
 * The trial of a version. The agent requests it, and the launcher starts it once. It succeeds when the new agent makes its
 * version the current one, and otherwise fails with a problem.
 */
export interface Trial {
  /** The run of the update. */
  runId: string;
  version: string;
  state: 'requested' | 'started' | 'failed';
  problem?: string;
}

/** Characters of an archive's SHA-256 that name its version. */
const versionChars = 16;

export function toVersion(sha256: string): string {
  return sha256.slice(0, versionChars);
}

/** Returns the version whose main file this process executes. */
export function versionOf(mainFile: string): string {
  return basename(dirname(mainFile));
}

export function getProgram({ versions }: VersionFolder, version: string): string {
  return join(versions, version, 'main.js');
}

export function readCurrent({ versions }: VersionFolder): string | undefined {
  return readText(join(versions, 'current'));
}

export function readTrial({ versions }: VersionFolder): Trial | undefined {
  const text = readText(join(versions, 'trial'));
  return text === undefined ? undefined : (JSON.parse(text) as Trial);
}

export function writeTrial({ versions }: VersionFolder, trial: Trial): void {
  mkdirSync(versions, { recursive: true, mode: 0o700 });
  replaceFile(join(versions, 'trial'), JSON.stringify(trial));
}

/** Makes the version of a trial the current one, and removes the others. */
export function confirmTrial({ versions }: VersionFolder, { version }: Trial): void {
  replaceFile(join(versions, 'current'), version);
  for (const name of readdirSync(versions)) {
    if (name !== 'current' && name !== version)
      rmSync(join(versions, name), { recursive: true, force: true });
  }
}

interface Choice {
  /** The file to execute. */
  program: string;
  /** The trial that this start is. */
  trial?: Trial;
}

/**
 * Returns the program to start. A trial is recorded as started before it starts: one that was interrupted does not start
 * again. Call it only while no agent uses the data folder.
 */
export function chooseProgram(folder: VersionFolder, installed: string): Choice {
  const trial = readTrial(folder);
  if (trial?.state === 'requested') {
    writeTrial(folder, { ...trial, state: 'started' });
    return { program: getProgram(folder, trial.version), trial };
  }
  if (trial?.state === 'started') endTrial(folder, trial, 'was interrupted');
  const current = readCurrent(folder);
  const program = current && getProgram(folder, current);
  return { program: program && existsSync(program) ? program : installed };
}

/** Records that the agent of a trial has ended. Returns whether the trial failed. */
export function endTrial(folder: VersionFolder, trial: Trial, problem: string): boolean {
  if (readCurrent(folder) === trial.version) return false;
  writeTrial(folder, { ...trial, state: 'failed', problem });
  return true;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
