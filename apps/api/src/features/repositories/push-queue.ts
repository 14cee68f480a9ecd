import type { AppContext } from '../../context/app-context';
import { Prisma, type Repository } from '../../database/client/client';
import { anyOf, now } from '../../database/expressions';
import { db } from '../../database/sql';

/** Selects the repository with the push that is due for the longest time. It must have been synced once. */
export const selectDuePush = (busyAccountIds: string[]) =>
  db
    .selectFrom('Repository as r')
    .innerJoin('RepositoryPush as p', 'p.repositoryId', 'r.id')
    .select('r.id')
    .where('p.nextAt', '<=', now)
    .where('r.commit', 'is not', null)
    .where('r.pushRef', 'is not', null)
    .where((eb) => eb.or([eb('r.leaseUntil', 'is', null), eb('r.leaseUntil', '<=', now)]))
    .where((eb) => eb.not(eb('r.accountId', '=', anyOf(busyAccountIds))))
    .orderBy('p.nextAt')
    .limit(1);

const withRevision = {
  revision: { include: { devscript: true } },
} as const satisfies Prisma.RepositoryPushInclude;

/** A save that waits to be pushed. */
export type PendingPush = Prisma.RepositoryPushGetPayload<{ include: typeof withRevision }>;

/** Returns the oldest save of a repository that waits. IDs of several servers may be out of order within a second, so the revisions of a script are compared by their numbers. */
export async function findOldestPush(
  { prisma }: AppContext,
  { id: repositoryId }: Repository,
): Promise<PendingPush | undefined> {
  const { repositoryPush } = prisma;
  const first = await repositoryPush.findFirst({
    where: { repositoryId },
    orderBy: { id: 'asc' },
    include: withRevision,
  });
  if (!first) return undefined;
  const oldest = await repositoryPush.findFirst({
    where: { repositoryId, revision: { devscriptId: first.revision.devscriptId } },
    orderBy: { revision: { number: 'asc' } },
    include: withRevision,
  });
  return oldest ?? first;
}

/** Reschedules the pending pushes of a repository. Without seconds, they wait for the next save or request. */
export async function postponePushes(
  transaction: Prisma.TransactionClient,
  repositoryId: string,
  seconds: number | undefined,
): Promise<void> {
  const nextAt = seconds === undefined ? null : new Date(Date.now() + seconds * 1000);
  await transaction.repositoryPush.updateMany({ where: { repositoryId }, data: { nextAt } });
}

/** Schedules the pending pushes of a repository immediately. */
export async function retryPushes(
  transaction: Prisma.TransactionClient,
  repositoryId: string,
): Promise<void> {
  await postponePushes(transaction, repositoryId, 0);
}

/** Follows a change of a repository: what another branch has is unknown, and nothing waits if pushes are off. */
export async function changePushes(
  transaction: Prisma.TransactionClient,
  repositoryId: string,
  { isOther, isOff }: { isOther: boolean; isOff: boolean },
): Promise<void> {
  if (isOff) await transaction.repositoryPush.deleteMany({ where: { repositoryId } });
  else await retryPushes(transaction, repositoryId);
  if (!isOther) return;
  await transaction.repositoryProject.updateMany({
    where: { repositoryId },
    data: { files: Prisma.DbNull, pushedFiles: Prisma.DbNull },
  });
}
