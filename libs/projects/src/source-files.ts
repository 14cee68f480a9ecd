import { projectFileName } from './project-file';

/** A source file of a project. */
export interface SourceFile {
  /** Relative to the folder of the project. */
  path: string;
  text: string;
}

/** Files that belong to a project beside the inputs of its bundle. */
export const ownFiles = [projectFileName, 'package.json', 'tsconfig.json', 'README.md'];

/** Whether an input of the bundle is a source file of the project, and not of a package or of another folder. */
export function isSource(path: string): boolean {
  return !path.startsWith('../') && !/(^|\/)node_modules\//.test(path) && !/^[(<]|^[\w-]+:/.test(path);
}

/** Decodes UTF-8. Returns undefined for other bytes. */
export function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
