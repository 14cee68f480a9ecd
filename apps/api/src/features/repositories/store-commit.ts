import type { AppContext } from '../../context/app-context';
import { Prisma } from '../../database/client/client';
import { newId } from '../../database/ids';
import { saveProject } from '../devscripts/projects';
import { hashProject, type BuiltCommit, type Commit, type CommitProject } from './commit-projects';
import { isHeldByPush, keepPushed, storeFiles } from './pushed-projects';
import { toFileIds } from './push-plan';
import { releaseSync, type ClaimedSync } from './queue';
import { storePinned } from './store-pinned';
import { ofProject, SyncError, toStorable } from './sync-error';

/** What a sync stores. */
interface Commits {
  main: Commit & { projects: CommitProject[] };
  pinned: BuiltCommit[];
  /** Whether saves are pushed to the branch that is synced. */
  isPushed: boolean;
}

const transactionMs = 60_000;

/** Stores all projects of the commits of a sync and its end, or nothing. */
export async function storeCommits(
  { prisma }: AppContext,
  claim: ClaimedSync,
  { main: { projects, commit, commitAuthor }, pinned, isPushed }: Commits,
): Promise<void> {
  await prisma.$transaction(
    async (transaction) => {
      // Locks the repository, so that only the server with the lease stores.
      if (!(await releaseSync(transaction, claim, { commit }))) {
        throw new SyncError('The repository has changed during the sync.');
      }
      const changed = new Set<string>();
      let isHeld = false;
      for (const project of projects) {
        const stored = { ...project, commit, commitAuthor, isPushed };
        const result = await storeProject(transaction, claim, stored);
        if (result === 'changed') changed.add(project.folder);
        if (result === 'held') isHeld = true;
      }
      // The commit has changes that a later sync has to store.
      if (isHeld) await restoreCommit(transaction, claim);
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

async function restoreCommit(
  { repository }: Prisma.TransactionClient,
  { repository: { id, commit } }: ClaimedSync,
) {
  await repository.update({ where: { id }, data: { commit } });
}

/** What a sync did with a project. `held`: a save of it must be pushed first. */
type Result = 'changed' | 'unchanged' | 'held';

async function storeProject(
  transaction: Prisma.TransactionClient,
  claim: ClaimedSync,
  { folder, name, project, commit, commitAuthor, isPushed }: CommitProject & Commit & { isPushed: boolean },
): Promise<Result> {
  const { repository, trigger } = claim;
  const { accountId, id: repositoryId } = repository;
  const key = { repositoryId_folder: { repositoryId, folder } };
  const known = await transaction.repositoryProject.findUnique({ where: key });
  const sha256 = hashProject(project);
  // What was changed in the console stays until the project changes, or somebody asks for a sync.
  if (known?.sha256 === sha256 && trigger !== 'request') {
    await storeFiles(transaction, known, project);
    return 'unchanged';
  }
  if (known && isPushed && (await isHeldByPush(transaction, claim, known))) return 'held';
  if (known && (await keepPushed(transaction, claim, { known, project, sha256, isPushed })))
    return 'unchanged';
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
    const newest = await transaction.revision.aggregate({ where: { devscriptId }, _max: { number: true } });
    const synced = {
      ...{ sha256, files: toFileIds(project.files), syncedRevision: newest._max.number ?? 0 },
      ...(isPushed && { pushedFiles: Prisma.DbNull }),
    };
    await transaction.repositoryProject.upsert({
      where: key,
      create: { repositoryId, folder, devscriptId, ...synced },
      update: synced,
    });
    return isChanged ? 'changed' : 'unchanged';
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
