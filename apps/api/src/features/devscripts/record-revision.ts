import { LIMITS } from '@drover/contract';
import type { DevscriptFile, Prisma, Revision } from '../../database/client/client';
import { newId } from '../../database/ids';
import type { Author } from '../../http/author';

/** The columns of a revision that describe its files. */
type RevisionFiles = Pick<
  Revision,
  'codeName' | 'codeSha256' | 'codeSize' | 'configName' | 'configSha256' | 'configSize'
>;

/**
 * Records the files of a devscript as a new revision, unless the newest one has the same. Deletes the oldest revision
 * without a name if there are too many. The transaction must have locked the devscript. Returns the newest revision.
 */
export async function recordRevision(
  transaction: Prisma.TransactionClient,
  devscriptId: string,
  { restoredNumber = null, ...author }: Author & { restoredNumber?: number | null },
): Promise<Revision> {
  const files = toColumns(await transaction.devscriptFile.findMany({ where: { devscriptId } }));
  const newest = await transaction.revision.findFirst({
    where: { devscriptId },
    orderBy: { number: 'desc' },
  });
  if (newest && hasFiles(newest, files)) return newest;
  const source = restoredNumber === null ? author.source : 'restore';
  const number = (newest?.number ?? 0) + 1;
  const revision = await transaction.revision.create({
    data: { ...author, ...files, id: newId(), devscriptId, number, source, restoredNumber },
  });
  await removeOldest(transaction, devscriptId);
  return revision;
}

/** Returns the number of the newest revision with these files, or null if there is none. */
export async function findRevisionNumber(
  { revision }: Prisma.TransactionClient,
  devscriptId: string,
  files: Pick<RevisionFiles, 'codeSha256' | 'configSha256'>,
): Promise<number | null> {
  const where = { devscriptId, ...files };
  const row = await revision.findFirst({ where, orderBy: { number: 'desc' }, select: { number: true } });
  return row?.number ?? null;
}

/** Whether the content of the files is the same. Their names do not count. */
function hasFiles(revision: Revision, { codeSha256, configSha256 }: RevisionFiles): boolean {
  return revision.codeSha256 === codeSha256 && revision.configSha256 === configSha256;
}

function toColumns(files: DevscriptFile[]): RevisionFiles {
  const code = files.find(({ kind }) => kind === 'code');
  const config = files.find(({ kind }) => kind === 'config');
  return {
    codeName: code?.name ?? null,
    codeSha256: code?.sha256 ?? null,
    codeSize: code?.size ?? null,
    configName: config?.name ?? null,
    configSha256: config?.sha256 ?? null,
    configSize: config?.size ?? null,
  };
}

async function removeOldest({ revision }: Prisma.TransactionClient, devscriptId: string): Promise<void> {
  if ((await revision.count({ where: { devscriptId } })) <= LIMITS.revisions) return;
  const where = { devscriptId, name: null };
  const oldest = await revision.findFirst({ where, orderBy: { number: 'asc' } });
  if (oldest) await revision.delete({ where: { id: oldest.id } });
}
