import type { UploadProject } from '@drover/contract';
import type { Prisma, RepositoryProject } from '../../database/client/client';
import { hasSameProject } from '../devscripts/same-project';
import { toFileIds, type FileIds } from './push-plan';
import type { ClaimedSync } from './queue';

/**
 * Returns whether a sync has to leave a project alone, because a save of it waits to be pushed to the same branch. The
 * push merges both. A requested sync replaces a save that could not be pushed.
 */
export async function isHeldByPush(
  { repositoryPush }: Prisma.TransactionClient,
  { trigger }: ClaimedSync,
  { repositoryId, devscriptId }: RepositoryProject,
): Promise<boolean> {
  const where = { repositoryId, revision: { devscriptId } };
  if (trigger === 'request') await repositoryPush.deleteMany({ where: { ...where, nextAt: null } });
  return (await repositoryPush.count({ where })) > 0;
}

interface Synced {
  known: RepositoryProject;
  project: UploadProject;
  sha256: string;
  isPushed: boolean;
}

/** Returns whether the devscript already has what a commit contains, because it was pushed from there. */
export async function keepPushed(
  transaction: Prisma.TransactionClient,
  { repository }: ClaimedSync,
  { known, project, sha256, isPushed }: Synced,
): Promise<boolean> {
  if (repository.pushRef === null) return false;
  if (!(await hasSameProject(transaction, known.devscriptId, { project, folder: known.folder })))
    return false;
  const files = toFileIds(project.files);
  const pushedFiles =
    isPushed && known.pushedFiles ? { ...(known.pushedFiles as FileIds), ...files } : undefined;
  await update(transaction, known, { sha256, files, pushedFiles });
  return true;
}

/** Stores which files a sync found, if they are unknown. */
export async function storeFiles(
  transaction: Prisma.TransactionClient,
  known: RepositoryProject,
  { files }: UploadProject,
): Promise<void> {
  if (known.files === null) await update(transaction, known, { files: toFileIds(files) });
}

async function update(
  { repositoryProject }: Prisma.TransactionClient,
  { repositoryId, folder }: RepositoryProject,
  data: Prisma.RepositoryProjectUpdateInput,
): Promise<void> {
  await repositoryProject.update({ where: { repositoryId_folder: { repositoryId, folder } }, data });
}
