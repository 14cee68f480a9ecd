import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, isSource, ownFiles, type SourceFile } from './source-files';

/** Reads the source files of a project: what its bundle was built from, and its settings. Leaves out binary files. */
export function readSourceTree(folder: string, inputs: string[]): SourceFile[] {
  const paths = new Set([...inputs.filter(isSource), ...ownFiles]);
  return [...paths]
    .filter((path) => existsSync(join(folder, path)))
    .sort()
    .flatMap((path) => {
      const text = decode(readFileSync(join(folder, path)));
      return text === undefined ? [] : [{ path, text }];
    });
}
