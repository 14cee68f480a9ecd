import { runCommand } from '@drover/service-manager';
import type { Command } from 'commander';
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readSettings, type Settings } from '../context/settings';
import { findMisspelt, readSources } from '../context/settings-sources';

export interface CommandInput {
  settings: Settings;
  /** A sentence for each variable that looks like a misspelt setting. */
  warnings: string[];
}

/** Reads the settings of the environment and of the file that `--config` names. */
export function readInput(program: Command): CommandInput {
  const { config } = program.opts<{ config?: string }>();
  return {
    settings: readSettings(readSources(process.env, config)),
    warnings: findMisspelt(process.env),
  };
}

/** Like readInput, for commands that change files of the data directory. Refuses root for those of another user. */
export function readInputOfOwner(program: Command): CommandInput {
  const input = readInput(program);
  assertOwner(input.settings);
  return input;
}

/** The server of another user cannot open the files that root leaves in its data directory. */
function assertOwner({ DATABASE_URL, DATA_DIR }: Settings): void {
  if (DATABASE_URL || process.getuid?.() !== 0 || !existsSync(DATA_DIR)) return;
  const { uid } = statSync(DATA_DIR);
  if (uid === 0) return;
  const user = runCommand('id', ['-nu', String(uid)]).trim();
  throw new Error(
    `The data directory ${resolve(DATA_DIR)} belongs to ${user}. Run the command as this user: runuser -u ${user} -- drover-server …`,
  );
}
