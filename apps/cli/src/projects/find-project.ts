import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CliError } from '../errors/cli-error';

export const projectFileName = 'drover.json';

/**
 * Returns the folder of the project that a path means: a folder, its `drover.json`, or the working directory if there is no
 * path. Returns undefined for another file.
 */
export function findProject(path: string | undefined): string | undefined {
  const folder = resolve(path ?? '.');
  if (basename(folder) === projectFileName) return dirname(folder);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  if (existsSync(join(folder, projectFileName))) return folder;
  throw new CliError('usage', `There is no ${projectFileName} in ${path ?? 'this folder'}.`, [
    'Name a script file, or create the file: { "entry": "src/main.ts" }',
  ]);
}
