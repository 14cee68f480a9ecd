import type { Prisma } from '../../database/client/client';
import { savePinnedProject } from '../devscripts/pinned-projects';
import { removeOldest } from '../devscripts/record-revision';
import { hashProject, type BuiltCommit, type CommitProject } from './commit-projects';
import type { ClaimedSync } from './queue';
import { namingRef, ofProject } from './sync-error';

interface Pinned {
  pinned: BuiltCommit[];
  /** Gets the folders of the projects that have a new revision. */
  changed: Set<string>;
}

/**
 * Stores the projects of pinned branches and tags as revisions of the scripts that the branch of the repository has.
 * Returns a line for each project that is only on a pinned branch. Such a project creates no script.
 */
export async function storePinned(
  transaction: Prisma.TransactionClient,
  { repository }: ClaimedSync,
  { pinned, changed }: Pinned,
): Promise<string[]> {
  if (pinned.length === 0) return [];
  const repositoryId = repository.id;
  const known = await transaction.repositoryProject.findMany({ where: { repositoryId } });
  const devscripts = new Map(known.map(({ folder, devscriptId }) => [folder, devscriptId]));
  const notices: string[] = [];
  for (const commit of pinned) {
    const { ref } = commit;
    const devscriptIds: string[] = [];
    for (const project of commit.projects) {
      const { folder } = project;
      const devscriptId = devscripts.get(folder);
      if (devscriptId === undefined) {
        notices.push(
          `${ref}: ${folder || 'The project'} is not on ${repository.ref ?? 'the default branch'} yet, so it has no script.`,
        );
        continue;
      }
      devscriptIds.push(devscriptId);
      const store = () => storeProject(transaction, repository, { ...commit, ...project, devscriptId });
      if (await namingRef(ref, store)) changed.add(folder);
    }
    const isGone = { repositoryId, ref, devscriptId: { notIn: devscriptIds } };
    await transaction.pinnedProject.deleteMany({ where: isGone });
    const where = { repositoryId, ref };
    await transaction.repositoryPin.updateMany({ where, data: { commit: commit.commit } });
  }
  return notices;
}

/** Returns whether the branch has a new revision of the project. */
async function storeProject(
  transaction: Prisma.TransactionClient,
  { accountId, id: repositoryId, name }: ClaimedSync['repository'],
  { devscriptId, folder, project, ref, ...commit }: BuiltCommit & CommitProject & { devscriptId: string },
): Promise<boolean> {
  const key = { repositoryId_ref_devscriptId: { repositoryId, ref, devscriptId } };
  const sha256 = hashProject(project);
  const known = await transaction.pinnedProject.findUnique({ where: key });
  if (known?.sha256 === sha256) return false;
  const { commit: hash, commitAuthor } = commit;
  const author = { source: 'git' as const, personName: null, tokenName: name, commit: hash, commitAuthor };
  try {
    const ids = { accountId, devscriptId };
    const { revision, isNew } = await savePinnedProject(transaction, ids, { project, author, ref });
    const stored = { revisionId: revision.id, sha256 };
    await transaction.pinnedProject.upsert({
      where: key,
      create: { repositoryId, ref, devscriptId, ...stored },
      update: stored,
    });
    if (isNew) await removeOldest(transaction, devscriptId);
    return isNew;
  } catch (error) {
    throw ofProject(folder, error);
  }
}
