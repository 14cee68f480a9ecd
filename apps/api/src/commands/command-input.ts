import type { Command } from 'commander';
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
