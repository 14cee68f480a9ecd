import type { SourceFile } from '@drover/contract';
import { createHash } from 'node:crypto';
import { nameProblem, type Entry } from './commit-tree';
import { SyncError } from './sync-error';

/** IDs of the Git objects of files by path. */
export type FileIds = Record<string, string>;

/** What is known about a project before a save is pushed. Paths are relative to its folder. */
interface Project {
  branch: string;
  /** The files that were saved. */
  saved: SourceFile[];
  /** The files that the server knows to be on the branch. */
  known: FileIds;
  /** The files of a newer sync of another branch, which may have been merged. */
  merged: FileIds;
  /** What the branch has. */
  entries: Map<string, Entry>;
}

/** A file to write, or to delete if it has no text. */
export interface Change {
  path: string;
  mode: string;
  text: string | null;
}

const regularFile = '100644';
const namesInError = 20;

/** Returns the ID of the Git object of each file. */
export function toFileIds(files: SourceFile[]): FileIds {
  return Object.fromEntries(files.map(({ path, text }) => [path, blobId(text)]));
}

function blobId(text: string): string {
  const bytes = Buffer.from(text, 'utf8');
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/**
 * Compares a save with a branch, file by file. A file that was changed on one side only gets that change. Throws a
 * SyncError that names the files that both have changed, so that no change is lost. Files that the server never had stay
 * as they are.
 */
export function planChanges({ branch, saved, known, merged, entries }: Project): Change[] {
  const texts = new Map(saved.map(({ path, text }) => [path, text]));
  const ids = new Map(Object.entries(toFileIds(saved)));
  const [knownIds, mergedIds] = [new Map(Object.entries(known)), new Map(Object.entries(merged))];
  const changes: Change[] = [];
  const conflicts: string[] = [];
  for (const path of new Set([...ids.keys(), ...knownIds.keys(), ...mergedIds.keys()])) {
    const entry = entries.get(path);
    const isFile = entry?.mode.startsWith('100');
    // Links and submodules are nothing that was synced or saved.
    const theirs = entry && !isFile ? `${entry.mode} ${entry.oid}` : entry?.oid;
    const wanted = ids.get(path);
    if (theirs === wanted) continue;
    const former = [knownIds.get(path), ...(mergedIds.has(path) ? [mergedIds.get(path)] : [])];
    if (former.includes(theirs)) {
      changes.push({ path, mode: isFile ? entry!.mode : regularFile, text: texts.get(path) ?? null });
    } else if (!former.includes(wanted)) conflicts.push(path);
  }
  if (conflicts.length > 0) throw new SyncError(describeConflicts(branch, conflicts));
  changes.forEach(({ path }) => assertCanPush(path));
  return changes.sort((a, b) => Number(a.text !== null) - Number(b.text !== null));
}

function describeConflicts(branch: string, paths: string[]): string {
  const more = paths.length - namesInError;
  const names = [...paths.sort().slice(0, namesInError), ...(more > 0 ? [`and ${more} more`] : [])];
  return `Files changed on the branch ${branch} since they were synced, so nothing was pushed: ${names.join(', ')}`;
}

/** Files such as `.github/workflows/x.yml` would let everybody who can save a script run code in the CI of the repository. */
function assertCanPush(path: string): void {
  const problem =
    nameProblem(path) ?? (/(^|\/)\./.test(path) ? 'names that begin with a dot are not pushed' : '');
  if (problem) throw new SyncError(`${path}: ${problem}`);
}
