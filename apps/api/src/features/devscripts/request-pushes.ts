import type { Prisma, Revision } from '../../database/client/client';
import { newId } from '../../database/ids';

/**
 * Queues a revision for the Git repositories of its project that saves are pushed to. It only inserts rows: a sync locks
 * its repository before the devscript, so an update of the repository here could end in a deadlock.
 */
export async function requestPushes(
  transaction: Prisma.TransactionClient,
  { id: revisionId, devscriptId, personName, tokenName }: Revision,
  personId: string | null,
): Promise<void> {
  const projects = await transaction.repositoryProject.findMany({
    where: { devscriptId, repository: { pushRef: { not: null } } },
    select: { repositoryId: true },
  });
  if (projects.length === 0) return;
  const person = personId === null ? null : await transaction.person.findUnique({ where: { id: personId } });
  await transaction.repositoryPush.createMany({
    data: projects.map(({ repositoryId }) => ({
      ...{ id: newId(), repositoryId, revisionId },
      authorName: personName ?? tokenName ?? '',
      authorEmail: person?.email ?? null,
    })),
  });
}
