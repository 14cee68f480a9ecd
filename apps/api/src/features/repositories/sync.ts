import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { AppContext } from '../../context/app-context';
import { isDatabaseUnavailable } from '../../database/availability';
import { areStored, fetchRefs, findRefs } from './fetch-refs';
import { runGit } from './git';
import { releaseSync, renewSync, type ClaimedSync } from './queue';
import { postponePushes } from './push-queue';
import { pushSave } from './push';
import { masked, openRemote, pinHostKey } from './remote';
import { storeCommits } from './store-commit';
import { SyncError, toStorable, UnreachableError } from './sync-error';

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
    const task = claim.trigger === 'save' ? pushSave : pull;
    await task(context, claim, { folder, signal: AbortSignal.any([closing, timeout, lost.signal]) });
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
  { syncId, repository, trigger }: ClaimedSync,
): Promise<number | undefined> {
  const former = await prisma.repositorySync.findMany({
    where: {
      repositoryId: repository.id,
      id: { not: syncId },
      trigger: trigger === 'save' ? 'save' : { not: 'save' },
    },
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
    const isPush = claim.trigger === 'save';
    if (!(await releaseSync(transaction, claim, isPush ? {} : { retryAfter }))) return;
    if (isPush) await postponePushes(transaction, claim.repository.id, retryAfter);
    await transaction.repositorySync.update({
      where: { id: claim.syncId },
      data: { state: 'failed', error: toStorable(text), finishedAt: new Date() },
    });
  });
}

interface SyncFolder {
  folder: string;
  signal: AbortSignal;
}

async function pull(context: AppContext, claim: ClaimedSync, { folder, signal }: SyncFolder): Promise<void> {
  const { repository, trigger } = claim;
  await runGit(['init', '--quiet', '--bare', '--template='], { folder, signal });
  const remote = await openRemote(context, repository, folder);
  const git = { folder, signal, config: remote.config, env: remote.env };
  const found = await masked(remote, () => findRefs(git, remote.url, repository));
  await pinHostKey(context, claim, folder);
  if (trigger !== 'request' && areStored(found, repository)) {
    const former = await findCommit(context, claim);
    const main = { commit: found.main.commit, commitAuthor: former?.commitAuthor ?? '', projects: [] };
    return storeCommits(context, claim, { main, pinned: [], isPushed: false });
  }
  const commits = await masked(remote, () => fetchRefs(git, remote.url, { repository, found }));
  const isPushed = found.main.branch === repository.pushRef;
  await storeCommits(context, claim, { ...commits, isPushed });
}

async function findCommit({ prisma }: AppContext, { repository }: ClaimedSync) {
  const where = { repositoryId: repository.id, commit: repository.commit };
  return prisma.repositorySync.findFirst({ where, orderBy: { id: 'desc' } });
}
