import type { AppContext } from '../../context/app-context';
import type { Prisma } from '../../database/client/client';
import { newId } from '../../database/ids';
import { saveProject } from '../devscripts/projects';
import { hashProject, type BuiltCommit, type Commit, type CommitProject } from './commit-projects';
import { releaseSync, type ClaimedSync } from './queue';
import { storePinned } from './store-pinned';
import { ofProject, SyncError, toStorable } from './sync-error';

/** What a sync stores. */
interface Commits {
  main: Commit & { projects: CommitProject[] };
  pinned: BuiltCommit[];
}

const transactionMs = 60_000;

/** Stores all projects of the commits of a sync and its end, or nothing. */
export async function storeCommits(
  { prisma }: AppContext,
  claim: ClaimedSync,
  { main: { projects, commit, commitAuthor }, pinned }: Commits,
): Promise<void> {
  await prisma.$transaction(
    async (transaction) => {
      // Locks the repository, so that only the server with the lease stores.
      if (!(await releaseSync(transaction, claim, { commit }))) {
        throw new SyncError('The repository has changed during the sync.');
      }
      const changed = new Set<string>();
      for (const project of projects) {
        const isChanged = await storeProject(transaction, claim, { ...project, commit, commitAuthor });
        if (isChanged) changed.add(project.folder);
      }
      const folder = { notIn: projects.map((project) => project.folder) };
      if (projects.length > 0) {
        await transaction.repositoryProject.deleteMany({
          where: { repositoryId: claim.repository.id, folder },
        });
      }
      const notices = await storePinned(transaction, claim, { pinned, changed });
      await transaction.repositorySync.update({
        where: { id: claim.syncId },
        data: {
          ...{ commit, commitAuthor, state: 'done', projects: projects.length, changed: changed.size },
          notice: notices.length > 0 ? toStorable(notices.join('\n')) : null,
          finishedAt: new Date(),
        },
      });
    },
    { timeout: transactionMs },
  );
}

/** Returns whether the project has a new revision. */
async function storeProject(
  transaction: Prisma.TransactionClient,
  { repository, trigger }: ClaimedSync,
  { folder, name, project, commit, commitAuthor }: CommitProject & Commit,
): Promise<boolean> {
  const { accountId, id: repositoryId } = repository;
  const key = { repositoryId_folder: { repositoryId, folder } };
  const known = await transaction.repositoryProject.findUnique({ where: key });
  const sha256 = hashProject(project);
  // What was changed in the console stays until the project changes, or somebody asks for a sync.
  if (known?.sha256 === sha256 && trigger !== 'request') return false;
  const devscriptId = known?.devscriptId ?? (await findOrCreate(transaction, accountId, name));
  try {
    const isChanged = await saveProject(
      transaction,
      { accountId, devscriptId },
      {
        project,
        author: { source: 'git', personName: null, tokenName: repository.name, commit, commitAuthor },
      },
    );
    await transaction.repositoryProject.upsert({
      where: key,
      create: { repositoryId, folder, devscriptId, sha256 },
      update: { sha256 },
    });
    return isChanged;
  } catch (error) {
    throw ofProject(folder, error);
  }
}

/** Returns the only devscript of this name that belongs to no repository, or creates one. */
async function findOrCreate(transaction: Prisma.TransactionClient, accountId: string, name: string) {
  const where = { accountId, name, projects: { none: {} } };
  const found = await transaction.devscript.findMany({ where, select: { id: true }, take: 2 });
  if (found.length === 1) return found[0].id;
  return (await transaction.devscript.create({ data: { id: newId(), accountId, name } })).id;
}
