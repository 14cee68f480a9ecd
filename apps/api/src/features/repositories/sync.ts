import { cutChars, LIMITS } from '@drover/contract';
import { mkdir, rm } from 'node:fs/promises';
import { join, posix, resolve } from 'node:path';
import type { AppContext } from '../../context/app-context';
import { isDatabaseUnavailable } from '../../database/availability';
import { buildCommit } from './commit-projects';
import { gitDirOf, runGit, type GitFolder } from './git';
import { releaseSync, renewSync, type ClaimedSync } from './queue';
import { openRemote, readKnownHosts, type Remote } from './remote';
import { parseRemoteUrl } from './remote-url';
import { findRef } from './remote-refs';
import { storeCommit, type Commit } from './store-commit';
import { SyncError, UnreachableError } from './sync-error';

const maxSyncMs = 240_000;
const renewMs = 5_000;

/** Pause before the first retry, in seconds. Each further one is twice as long. */
const retrySeconds = 10;
const maxRetries = 5;

/** Where repositories are fetched to, and deleted from after the sync. */
export const syncFolder = ({ settings }: AppContext): string => resolve(settings.DATA_DIR, 'repositories');

/** Syncs a repository, and records how it ended. */
export async function syncRepository(
  context: AppContext,
  claim: ClaimedSync,
  closing: AbortSignal,
): Promise<void> {
  const folder = join(syncFolder(context), claim.syncId);
  const lost = new AbortController();
  const timeout = AbortSignal.timeout(maxSyncMs);
  const renewal = setInterval(() => {
    renewSync(context, claim).then(
      (isOurs) => isOurs || lost.abort(),
      () => undefined,
    );
  }, renewMs);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await pull(context, claim, { folder, signal: AbortSignal.any([closing, timeout, lost.signal]) });
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    if (closing.aborted)
      return await recordFailure(context, claim, { text: 'The server stopped.', retryAfter: 0 });
    if (lost.signal.aborted) return;
    const text = timeout.aborted ? `The sync took more than ${maxSyncMs / 1000} s.` : describe(error);
    if (!(error instanceof SyncError) && !timeout.aborted) {
      context.log.warn({ err: error, repositoryId: claim.repository.id }, 'a sync of a repository failed');
    }
    const retryAfter = error instanceof UnreachableError ? await findRetry(context, claim) : undefined;
    await recordFailure(context, claim, { text, retryAfter });
  } finally {
    clearInterval(renewal);
    await rm(folder, { recursive: true, force: true });
  }
}

function describe(error: unknown): string {
  if (error instanceof SyncError) return error.message;
  return 'The sync failed unexpectedly. The server log has the details.';
}

/** Returns after how many seconds the sync is repeated, or undefined if it was repeated often enough. */
async function findRetry(
  { prisma }: AppContext,
  { syncId, repository }: ClaimedSync,
): Promise<number | undefined> {
  const former = await prisma.repositorySync.findMany({
    where: { repositoryId: repository.id, id: { not: syncId } },
    orderBy: { id: 'desc' },
    take: maxRetries,
  });
  const failures = former.findIndex(({ state }) => state !== 'failed');
  if (failures < 0 && former.length === maxRetries) return undefined;
  return retrySeconds * 2 ** (failures < 0 ? former.length : failures);
}

async function recordFailure(
  { prisma }: AppContext,
  claim: ClaimedSync,
  { text, retryAfter }: { text: string; retryAfter: number | undefined },
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    if (!(await releaseSync(transaction, claim, { retryAfter }))) return;
    await transaction.repositorySync.update({
      where: { id: claim.syncId },
      data: { state: 'failed', error: toStorable(text), finishedAt: new Date() },
    });
  });
}

/** Removes control characters, which come from names in repositories and messages of Git servers. */
function toStorable(text: string): string {
  return cutChars(text.replaceAll(/[^\P{Cc}\n]/gu, '\ufffd').trim(), LIMITS.syncErrorChars);
}

type SyncFolder = Pick<GitFolder, 'folder' | 'signal'>;

async function pull(context: AppContext, claim: ClaimedSync, { folder, signal }: SyncFolder): Promise<void> {
  const { repository, trigger } = claim;
  await runGit(['init', '--quiet', '--bare', '--template='], { folder, signal });
  const remote = await openRemote(context, repository, folder);
  const git = { folder, signal, config: remote.config, env: remote.env };
  const { name, commit: announced } = await masked(remote, () => findRef(git, remote.url, repository.ref));
  await pinHostKey(context, claim, folder);
  if (announced === repository.commit && trigger !== 'request') {
    const former = await findCommit(context, claim);
    const commitAuthor = former?.commitAuthor ?? '';
    return storeCommit(context, claim, { commit: announced, commitAuthor, projects: [] });
  }
  await masked(remote, () =>
    runGit(
      [
        'fetch',
        '--quiet',
        '--depth=1',
        '--no-tags',
        '--no-recurse-submodules',
        '--no-write-fetch-head',
        '--force',
        ...['--', remote.url, `+${name}:refs/sync/head`],
      ],
      git,
    ),
  );
  const commit = await readCommit({ folder, signal });
  const rootName =
    posix.basename(parseRemoteUrl(repository.url).url).replace(/\.git$/, '') || repository.name;
  const request = { gitDir: gitDirOf(folder), commit: commit.commit, folder: repository.folder, rootName };
  await storeCommit(context, claim, { ...commit, projects: await buildCommit(request, signal) });
}

/** Removes the credential from errors. */
async function masked<Result>({ mask }: Remote, task: () => Promise<Result>): Promise<Result> {
  try {
    return await task();
  } catch (error) {
    if (error instanceof SyncError) error.message = mask(error.message);
    throw error;
  }
}

/** Stores the key of the SSH server that was accepted first. */
async function pinHostKey({ prisma }: AppContext, { syncId, repository }: ClaimedSync, folder: string) {
  if (repository.knownHosts !== null) return;
  const knownHosts = await readKnownHosts(folder);
  if (knownHosts === null) return;
  await prisma.repository.updateMany({
    where: { id: repository.id, syncId, knownHosts: null },
    data: { knownHosts: cutChars(knownHosts, LIMITS.repositoryKnownHostsChars) },
  });
}

async function findCommit({ prisma }: AppContext, { repository }: ClaimedSync) {
  const where = { repositoryId: repository.id, commit: repository.commit };
  return prisma.repositorySync.findFirst({ where, orderBy: { id: 'desc' } });
}

async function readCommit(git: SyncFolder): Promise<Commit> {
  const commit = (await runGit(['rev-parse', 'refs/sync/head^{commit}'], git)).trim();
  const text = await runGit(['cat-file', 'commit', commit], git);
  // "author Name <address> time zone"
  const [author = ''] = (/^author (.*)/m.exec(text)?.[1] ?? '').replaceAll(/\p{Cc}/gu, '').split('<');
  return { commit, commitAuthor: cutChars(author.trim() || 'unknown', LIMITS.commitAuthorChars) };
}
