import { LIMITS } from '@drover/contract';
import type { Prisma, Revision } from '../../database/client/client';
import { newId } from '../../database/ids';
import type { Author } from '../../http/author';
import { requestPushes } from './request-pushes';
import { hasSameContent, toRevisionFiles, type RevisionFiles } from './revision-files';

/**
 * Records the files of a devscript as a new revision, unless the newest one has the same. Revisions of pinned branches do
 * not count. Deletes the oldest revision
 * without a name if there are too many. The transaction must have locked the devscript. Returns the newest revision, and
 * whether it is new.
 */
export async function recordRevision(
  transaction: Prisma.TransactionClient,
  devscriptId: string,
  { restoredNumber = null, personId = null, ...author }: Author & { restoredNumber?: number | null },
): Promise<{ revision: Revision; isNew: boolean }> {
  const files = toRevisionFiles(await transaction.devscriptFile.findMany({ where: { devscriptId } }));
  const newest = await findNewest(transaction, { devscriptId, ref: null });
  if (newest && hasSameContent(newest, files)) return { revision: newest, isNew: false };
  const source = restoredNumber === null ? author.source : 'restore';
  const number = await nextNumber(transaction, devscriptId);
  const revision = await transaction.revision.create({
    data: { ...author, ...files, id: newId(), devscriptId, number, source, restoredNumber },
  });
  await removeOldest(transaction, devscriptId);
  if (source !== 'git') await requestPushes(transaction, revision, personId);
  return { revision, isNew: true };
}

/** Returns the newest revision of a pinned branch or tag, or of the devscript itself if the ref is null. */
export function findNewest(
  { revision }: Prisma.TransactionClient,
  where: { devscriptId: string; ref: string | null },
): Promise<Revision | null> {
  return revision.findFirst({ where, orderBy: { number: 'desc' } });
}

/** Returns the number of the next revision. The transaction must have locked the devscript. */
export async function nextNumber(
  { revision }: Prisma.TransactionClient,
  devscriptId: string,
): Promise<number> {
  const { _max } = await revision.aggregate({ where: { devscriptId }, _max: { number: true } });
  return (_max.number ?? 0) + 1;
}

/** Returns the number of the newest revision with these files, or null if there is none. */
export async function findRevisionNumber(
  { revision }: Prisma.TransactionClient,
  devscriptId: string,
  files: Pick<RevisionFiles, 'codeSha256' | 'configSha256' | 'schemaSha256'>,
): Promise<number | null> {
  const where = { devscriptId, ref: null, ...files };
  const row = await revision.findFirst({ where, orderBy: { number: 'desc' }, select: { number: true } });
  return row?.number ?? null;
}

/**
 * Deletes the oldest revisions without a name if there are too many, but neither the newest one of the devscript nor
 * those that devices run because of a pin.
 */
export async function removeOldest(
  transaction: Prisma.TransactionClient,
  devscriptId: string,
): Promise<void> {
  const { revision } = transaction;
  const excess = (await revision.count({ where: { devscriptId } })) - LIMITS.revisions;
  if (excess <= 0) return;
  const newest = await findNewest(transaction, { devscriptId, ref: null });
  const oldest = await revision.findMany({
    where: { devscriptId, name: null, pinned: { none: {} }, NOT: { id: newest?.id ?? '' } },
    orderBy: { number: 'asc' },
    take: excess,
    select: { id: true },
  });
  await revision.deleteMany({ where: { id: { in: oldest.map(({ id }) => id) } } });
}
