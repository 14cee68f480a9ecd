import { cutChars, LIMITS, type SourceFile } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import type { RepositoryProject } from '../../database/client/client';
import { toFileIds } from './push-plan';
import type { PendingPush } from './push-queue';
import { releaseSync, requestSync, type ClaimedSync } from './queue';
import { SyncError } from './sync-error';

interface Pushed {
  project: RepositoryProject;
  files: SourceFile[];
  /** Whether the branch is the one that is synced. */
  isSynced: boolean;
  parent: string;
  commit: string;
  /** Whether there is a new commit. */
  isChanged: boolean;
  author: string;
}

/** Records that a save was pushed, or that there was nothing to push. A server that has lost its lease records nothing, and the next one finds the branch as it should be. */
export async function recordPush(
  { prisma }: AppContext,
  claim: ClaimedSync,
  result: { save: PendingPush; pushed?: Pushed } | undefined,
): Promise<void> {
  const { repository, syncId } = claim;
  const pushed = result?.pushed;
  // Otherwise the branch has commits that no sync has seen.
  const isNext = pushed?.isSynced && pushed.parent === repository.commit;
  await prisma.$transaction(async (transaction) => {
    const commit = isNext ? pushed?.commit : undefined;
    if (!(await releaseSync(transaction, claim, { commit }))) {
      throw new SyncError('The repository has changed during the push.');
    }
    if (result) await transaction.repositoryPush.deleteMany({ where: { id: result.save.id } });
    // Those that waited for this one.
    await transaction.repositoryPush.updateMany({
      where: { repositoryId: repository.id, nextAt: null },
      data: { nextAt: new Date() },
    });
    if (pushed) {
      const { repositoryId, folder } = pushed.project;
      await transaction.repositoryProject.updateMany({
        where: { repositoryId, folder },
        data: { pushedFiles: toFileIds(pushed.files), ...(pushed.isSynced && { sha256: '' }) },
      });
    }
    await transaction.repositorySync.update({
      where: { id: syncId },
      data: {
        state: 'done',
        projects: pushed ? 1 : 0,
        changed: pushed?.isChanged ? 1 : 0,
        ...(pushed && { commit: pushed.commit }),
        ...(pushed && { commitAuthor: cutChars(pushed.author, LIMITS.commitAuthorChars) }),
        finishedAt: new Date(),
      },
    });
    if (pushed?.isSynced && !isNext) await requestSync(transaction, repository.id, 'interval');
  });
}
