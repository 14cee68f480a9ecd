import type { AppContext } from '../../context/app-context';
import type { Prisma } from '../../database/client/client';
import { newId } from '../../database/ids';
import { ApiError } from '../../errors/api-error';
import { createHash } from 'node:crypto';
import { saveProject } from '../devscripts/projects';
import type { CommitProject } from './commit-projects';
import { releaseSync, type ClaimedSync } from './queue';
import { SyncError } from './sync-error';

/** A commit and who made it. */
export interface Commit {
  commit: string;
  commitAuthor: string;
}

const transactionMs = 60_000;

/** Stores all projects of a commit and the end of the sync, or nothing. */
export async function storeCommit(
  { prisma }: AppContext,
  claim: ClaimedSync,
  { projects, ...commit }: Commit & { projects: CommitProject[] },
): Promise<void> {
  await prisma.$transaction(
    async (transaction) => {
      // Locks the repository, so that only the server with the lease stores.
      if (!(await releaseSync(transaction, claim, commit))) {
        throw new SyncError('The repository has changed during the sync.');
      }
      let changed = 0;
      for (const project of projects) {
        if (await storeProject(transaction, claim, { ...project, ...commit })) changed += 1;
      }
      const folder = { notIn: projects.map((project) => project.folder) };
      if (projects.length > 0) {
        await transaction.repositoryProject.deleteMany({
          where: { repositoryId: claim.repository.id, folder },
        });
      }
      await transaction.repositorySync.update({
        where: { id: claim.syncId },
        data: { ...commit, state: 'done', projects: projects.length, changed, finishedAt: new Date() },
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
  const sha256 = createHash('sha256').update(JSON.stringify(project)).digest('hex');
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
    if (error instanceof ApiError) throw new SyncError(`${folder || 'The project'}: ${error.message}`);
    throw error;
  }
}

/** Returns the only devscript of this name that belongs to no repository, or creates one. */
async function findOrCreate(transaction: Prisma.TransactionClient, accountId: string, name: string) {
  const where = { accountId, name, projects: { none: {} } };
  const found = await transaction.devscript.findMany({ where, select: { id: true }, take: 2 });
  if (found.length === 1) return found[0].id;
  return (await transaction.devscript.create({ data: { id: newId(), accountId, name } })).id;
}
