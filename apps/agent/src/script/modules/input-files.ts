import type { InputFiles } from '@drover/script-types';
import { resolve } from 'node:path';

/** Creates `hamibot.files`. Scripts may change their folder, so the paths are resolved now. */
export function createInputFiles(files: Record<string, string>): InputFiles {
  const paths = new Map(Object.entries(files).map(([name, path]) => [name, resolve(path)]));
  return {
    get(name) {
      const path = paths.get(String(name));
      if (path !== undefined) return path;
      const names = [...paths.keys()].map((known) => JSON.stringify(known)).join(', ');
      const known = names === '' ? 'The run has no input files' : `The run has ${names}`;
      throw new Error(`drover.files.get: there is no input file ${JSON.stringify(String(name))}. ${known}.`);
    },
    has: (name) => paths.has(String(name)),
  };
}
