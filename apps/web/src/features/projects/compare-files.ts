import type { Project } from '@drover/sdk';

type Files = Project['files'];

/** What became of a file. */
export interface FileChange {
  path: string;
  kind: 'added' | 'changed' | 'removed';
  before: string;
  after: string;
}

/** Finds the files that differ, in the order of their paths. */
export function compareFiles(before: Files, after: Files): FileChange[] {
  const old = new Map(before.map(({ path, text }) => [path, text]));
  const present = new Map(after.map(({ path, text }) => [path, text]));
  const paths = [...new Set([...old.keys(), ...present.keys()])].sort();
  return paths
    .filter((path) => old.get(path) !== present.get(path))
    .map((path) => ({
      path,
      kind: !old.has(path) ? 'added' : present.has(path) ? 'changed' : 'removed',
      before: old.get(path) ?? '',
      after: present.get(path) ?? '',
    }));
}
