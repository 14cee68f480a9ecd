import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFileName } from './project-file';

/** A source file of a project. */
export interface SourceFile {
  /** Relative to the folder of the project. */
  path: string;
  text: string;
}

/** Files that belong to a project beside the inputs of its bundle. */
const ownFiles = [projectFileName, 'package.json', 'tsconfig.json', 'README.md'];

/** Whether an input of the bundle is a source file of the project, and not of a package or of another folder. */
export function isSource(path: string): boolean {
  return !path.startsWith('../') && !/(^|\/)node_modules\//.test(path) && !/^[(<]|^[\w-]+:/.test(path);
}

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

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
