import { hasAtMostChars, LIMITS } from '@drover/contract/limits';
import { hasUnsafeChars, isRelativePath, toPathKey } from '@drover/contract/source-paths';
import type { Project } from '@drover/sdk';

type Files = Project['files'];

/** Why a file cannot have a path. */
export function findPathProblem(files: Files, path: string): 'notAPath' | 'pathTaken' | undefined {
  const isPath =
    hasAtMostChars(path, LIMITS.projectPathChars) && !hasUnsafeChars(path) && isRelativePath(path);
  if (!isPath) return 'notAPath';
  const key = toPathKey(path);
  const isTaken = files.some(({ path: other }) => {
    const otherKey = toPathKey(other);
    return otherKey === key || otherKey.startsWith(`${key}/`) || key.startsWith(`${otherKey}/`);
  });
  return isTaken ? 'pathTaken' : undefined;
}

/** Adds a file, or changes its text. */
export function writeFile(files: Files, path: string, text: string): Files {
  return files.some((file) => file.path === path)
    ? files.map((file) => (file.path === path ? { path, text } : file))
    : sortFiles([...files, { path, text }]);
}

export function renameFile(files: Files, path: string, newPath: string): Files {
  return sortFiles(files.map((file) => (file.path === path ? { ...file, path: newPath } : file)));
}

export function removeFile(files: Files, path: string): Files {
  return files.filter((file) => file.path !== path);
}

function sortFiles(files: Files): Files {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Reads the text of a file that `drover.json` names. Empty if there is none. */
export function readNamedFile(files: Files, setting: 'config' | 'result'): string {
  const textOf = (path: unknown) => files.find((file) => file.path === path)?.text ?? '';
  try {
    return textOf((JSON.parse(textOf('drover.json')) as Record<string, unknown>)[setting]);
  } catch {
    return '';
  }
}
