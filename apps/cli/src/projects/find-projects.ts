import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFileName } from './find-project';

/** Returns the folders of all projects in a folder. A project contains no other, and packages contain none. */
export function findProjects(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true });
  if (entries.some((entry) => entry.isFile() && entry.name === projectFileName)) return [folder];
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
    .sort()
    .flatMap(findProjects);
}
