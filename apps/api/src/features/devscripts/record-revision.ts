import { LIMITS } from '@drover/contract';
import type { Prisma, Revision } from '../../database/client/client';
import { newId } from '../../database/ids';
import type { Author } from '../../http/author';
import { hasSameContent, toRevisionFiles, type RevisionFiles } from './revision-files';

/**
 * Records the files of a devscript as a new revision, unless the newest one has the same. Deletes the oldest revision
 * without a name if there are too many. The transaction must have locked the devscript. Returns the newest revision, and
 * whether it is new.
 */
export async function recordRevision(
  transaction: Prisma.TransactionClient,
  devscriptId: string,
  { restoredNumber = null, ...author }: Author & { restoredNumber?: number | null },
): Promise<{ revision: Revision; isNew: boolean }> {
  const files = toRevisionFiles(await transaction.devscriptFile.findMany({ where: { devscriptId } }));
  const newest = await transaction.revision.findFirst({
    where: { devscriptId },
    orderBy: { number: 'desc' },
  });
  if (newest && hasSameContent(newest, files)) return { revision: newest, isNew: false };
  const source = restoredNumber === null ? author.source : 'restore';
  const number = (newest?.number ?? 0) + 1;
  const revision = await transaction.revision.create({
    data: { ...author, ...files, id: newId(), devscriptId, number, source, restoredNumber },
  });
  await removeOldest(transaction, devscriptId);
  return { revision, isNew: true };
}

/** Returns the number of the newest revision with these files, or null if there is none. */
export async function findRevisionNumber(
  { revision }: Prisma.TransactionClient,
  devscriptId: string,
  files: Pick<RevisionFiles, 'codeSha256' | 'configSha256' | 'schemaSha256'>,
): Promise<number | null> {
  const where = { devscriptId, ...files };
  const row = await revision.findFirst({ where, orderBy: { number: 'desc' }, select: { number: true } });
  return row?.number ?? null;
}

/** Deletes the oldest revisions without a name if there are too many. */
export async function removeOldest(
  { revision }: Prisma.TransactionClient,
  devscriptId: string,
): Promise<void> {
  const excess = (await revision.count({ where: { devscriptId } })) - LIMITS.revisions;
  if (excess <= 0) return;
  const oldest = await revision.findMany({
    where: { devscriptId, name: null },
    orderBy: { number: 'asc' },
    take: excess,
    select: { id: true },
  });
  await revision.deleteMany({ where: { id: { in: oldest.map(({ id }) => id) } } });
}
