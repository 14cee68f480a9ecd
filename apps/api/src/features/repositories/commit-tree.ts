import type { ProjectTree } from '@drover/projects';
import { posix } from 'node:path';
import type { GitObjects } from './git-objects';

/** An entry of a commit. */
export interface Entry {
  mode: string;
  oid: string;
}

const maxEntries = 100_000;
const maxLinkHops = 8;
const modes = { link: '120000', submodule: '160000' };

/** The files of a commit, which are read when they are needed. Nothing is written to the disk. */
export class CommitTree implements ProjectTree {
  private readonly entries = new Map<string, Entry>();
  private readonly folders = new Set<string>(['']);
  private readonly links = new Map<string, string>();
  /** Names that are no UTF-8, with the folders that they are in. */
  private readonly unreadable: string[] = [];

  constructor(
    private readonly objects: GitObjects,
    listing: Buffer,
  ) {
    for (const entry of readEntries(listing)) this.add(entry);
  }

  /** Paths of all files below a folder that have this name. */
  findAll(folder: string, name: string): string[] {
    return [...this.entries.keys()].filter((path) => isBelow(path, folder) && posix.basename(path) === name);
  }

  find(path: string): 'file' | 'folder' | undefined {
    const target = this.follow(path);
    if (target !== undefined && this.isFile(target)) return 'file';
    return this.folders.has(path) ? 'folder' : undefined;
  }

  async read(path: string): Promise<Buffer> {
    const target = this.follow(path);
    const entry = target === undefined ? undefined : this.entries.get(target);
    if (!entry) throw new Error(`${path} is not in the commit`);
    return this.objects.read(entry.oid, path);
  }

  /** Returns what makes a folder unusable: links out of the repository, submodules and hostile names. */
  async findProblems(folder: string): Promise<string[]> {
    const problems = this.unreadable
      .filter((path) => isBelow(path, folder))
      .map((path) => `${quote(path)}: the name is not UTF-8`);
    for (const [path, { mode, oid }] of this.entries) {
      if (!isBelow(path, folder)) continue;
      const name = nameProblem(path);
      if (name) problems.push(`${quote(path)}: ${name}`);
      if (mode === modes.submodule) problems.push(`${quote(path)}: submodules are not supported`);
      if (mode !== modes.link) continue;
      this.links.set(path, (await this.objects.read(oid, path)).toString('utf8'));
    }
    for (const path of this.links.keys()) {
      if (isBelow(path, folder) && this.find(path) !== 'file') {
        problems.push(`${quote(path)}: the link leads to no file of the repository`);
      }
    }
    return problems;
  }

  private add({ mode, oid, path: bytes }: Entry & { path: Buffer }): void {
    const path = bytes.toString('utf8');
    if (!Buffer.from(path, 'utf8').equals(bytes)) return void this.unreadable.push(path);
    this.entries.set(path, { mode, oid });
    for (let parent = posix.dirname(path); parent !== '.' && !this.folders.has(parent);) {
      this.folders.add(parent);
      parent = posix.dirname(parent);
    }
  }

  private isFile(path: string): boolean {
    return this.entries.get(path)?.mode.startsWith('100') ?? false;
  }

  /** Follows links to files within the repository. */
  private follow(path: string): string | undefined {
    let current = path;
    for (let hops = 0; hops <= maxLinkHops; hops += 1) {
      const target = this.links.get(current);
      if (target === undefined) return current;
      if (posix.isAbsolute(target)) return undefined;
      current = posix.join(posix.dirname(current), target);
      if (current === '..' || current.startsWith('../')) return undefined;
    }
    return undefined;
  }
}

/** Reads the output of `ls-tree -r -z`. */
export function* readEntries(listing: Buffer): Generator<Entry & { path: Buffer }> {
  let count = 0;
  for (let start = 0; start < listing.length;) {
    const end = listing.indexOf(0, start);
    const line = listing.subarray(start, end);
    const tab = line.indexOf(9);
    const [mode, , oid] = line.subarray(0, tab).toString('ascii').split(' ');
    count += 1;
    if (count > maxEntries) throw new Error(`The commit has more than ${maxEntries} files.`);
    yield { mode, oid, path: line.subarray(tab + 1) };
    start = end + 1;
  }
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** Returns why a path is hostile. */
export function nameProblem(path: string): string | undefined {
  if (/[\p{Cc}\p{Bidi_Control}\\]/u.test(path)) return 'the name has control characters or backslashes';
  const isHostile = path.split('/').some((part) => /^(\.{0,2}|\.git)$/i.test(part));
  return isHostile ? 'the name has .. or .git' : undefined;
}

/** Shows control characters by their codes. */
function quote(path: string): string {
  return /[\p{Cc}\p{Bidi_Control}\ufffd\\]/u.test(path) ? JSON.stringify(path).slice(0, 200) : path;
}
