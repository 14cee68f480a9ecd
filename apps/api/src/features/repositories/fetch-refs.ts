import { cutChars, LIMITS } from '@drover/contract';
import { posix } from 'node:path';
import { buildCommit, newOutputBudget, type BuiltCommit, type Commit } from './commit-projects';
import { gitDirOf, runGit, type GitFolder } from './git';
import type { ClaimedSync } from './queue';
import { findRef, type RemoteRef } from './remote-refs';
import { parseRemoteUrl } from './remote-url';
import { namingRef } from './sync-error';

type Repository = ClaimedSync['repository'];

/** What a sync fetches: the branch or tag of the repository, and each pinned one once. */
interface FoundRefs {
  main: RemoteRef;
  pinned: (RemoteRef & { ref: string })[];
}

/** Finds the branches and tags of a sync. Fails if one of them does not exist. */
export async function findRefs(git: GitFolder, url: string, repository: Repository): Promise<FoundRefs> {
  const main = await findRef(git, url, repository.ref);
  const pinned: FoundRefs['pinned'] = [];
  for (const ref of new Set(repository.pins.map((pin) => pin.ref))) {
    pinned.push({ ...(await findRef(git, url, ref)), ref });
  }
  return { main, pinned };
}

/** Returns whether the projects of all commits were stored before. Pins of the same branch have the same commit. */
export function areStored({ main, pinned }: FoundRefs, { commit, pins }: Repository): boolean {
  const commits = new Map(pins.map((pin) => [pin.ref, pin.commit]));
  return main.commit === commit && pinned.every((found) => commits.get(found.ref) === found.commit);
}

/** Fetches commits and bundles their projects: those of the repository's own branch, and those of the pinned ones. */
export async function fetchRefs(
  git: GitFolder,
  url: string,
  { repository, found }: { repository: Repository; found: FoundRefs },
): Promise<{ main: BuiltCommit; pinned: BuiltCommit[] }> {
  const { folder, signal } = git;
  const names = [found.main.name, ...found.pinned.map(({ name }) => name)];
  const targets = names.map((name, index) => `+${name}:refs/sync/${index}`);
  const quiet = ['--quiet', '--depth=1', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head'];
  await runGit(['fetch', ...quiet, '--force', '--', url, ...targets], git);
  const rootName =
    posix.basename(parseRemoteUrl(repository.url).url).replace(/\.git$/, '') || repository.name;
  const budget = newOutputBudget();
  const build = async (ref: string, index: number): Promise<BuiltCommit> => {
    const commit = await readCommit({ folder, signal }, `refs/sync/${index}`);
    const request = { gitDir: gitDirOf(folder), commit: commit.commit, folder: repository.folder, rootName };
    return { ...commit, ref, projects: await buildCommit(request, signal, budget) };
  };
  const main = await build(repository.ref ?? '', 0);
  const pinned: BuiltCommit[] = [];
  for (const [index, { ref }] of found.pinned.entries()) {
    pinned.push(await namingRef(ref, () => build(ref, index + 1)));
  }
  return { main, pinned };
}

async function readCommit(git: GitFolder, ref: string): Promise<Commit> {
  const commit = (await runGit(['rev-parse', `${ref}^{commit}`], git)).trim();
  const text = await runGit(['cat-file', 'commit', commit], git);
  // "author Name <address> time zone"
  const [author = ''] = (/^author (.*)/m.exec(text)?.[1] ?? '').replaceAll(/\p{Cc}/gu, '').split('<');
  return { commit, commitAuthor: cutChars(author.trim() || 'unknown', LIMITS.commitAuthorChars) };
}
