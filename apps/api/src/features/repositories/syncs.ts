import type { Paging, RepositorySync, RepositorySyncList } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import type { RepositorySync as Row } from '../../database/client/client';
import { findRows, listPage } from '../../database/lists';
import { orNotFound } from '../../errors/api-error';

/** Lists the last syncs of a repository, newest first. */
export async function listSyncs(
  { prisma }: AppContext,
  { accountId, repositoryId }: { accountId: string; repositoryId: string },
  paging: Paging,
): Promise<RepositorySyncList> {
  const where = { id: repositoryId, accountId };
  orNotFound(await prisma.repository.findFirst({ where, select: { id: true } }));
  return listPage(paging, { ...findRows(prisma.repositorySync, { repositoryId }), item: toSync });
}

export function toSync({ id, createdAt, finishedAt, ...row }: Row): RepositorySync {
  const { trigger, state, commit, commitAuthor, projects, changed, error, notice } = row;
  return {
    _id: id,
    ...{ trigger, state, commit, commitAuthor, projects, changed, error, notice },
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
