import {
  LIMITS,
  type FileKind,
  type Paging,
  type Revision,
  type RevisionList,
  type UpdateRevision,
} from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { readContent } from '../../content/content';
import type { Prisma, Revision as RevisionRow } from '../../database/client/client';
import { findRows, listPage } from '../../database/lists';
import { ApiError, orNotFound } from '../../errors/api-error';
import type { Author } from '../../http/author';
import { lockDevscript, type DevscriptIds } from './lock-devscript';
import { recordRevision } from './record-revision';
import { filesOf } from './revision-files';
import { unreviewed } from './unreviewed';

/** A revision of a devscript of an account. */
export interface RevisionIds extends DevscriptIds {
  revisionId: string;
}

/** Lists the revisions of a devscript, newest first. */
export async function listRevisions(
  { prisma }: AppContext,
  { accountId, devscriptId }: DevscriptIds,
  paging: Paging,
): Promise<RevisionList> {
  orNotFound(
    await prisma.devscript.findFirst({ where: { id: devscriptId, accountId }, select: { id: true } }),
  );
  const page = await listPage(paging, { ...findRows(prisma.revision, { devscriptId }), item: (row) => row });
  return { ...page, items: await withVersions(prisma, devscriptId, page.items) };
}

export async function getRevision({ prisma }: AppContext, ids: RevisionIds): Promise<Revision> {
  const row = await findRevision(prisma, ids);
  const [revision] = await withVersions(prisma, ids.devscriptId, [row]);
  return revision;
}

/** Returns a file of a revision. */
export async function getRevisionFile(
  context: AppContext,
  ids: RevisionIds,
  kind: FileKind,
): Promise<Buffer> {
  const row = await findRevision(context.prisma, ids);
  return readContent(context, orNotFound(row[`${kind}Sha256`]));
}

/** Names a revision, or removes its name. */
export async function updateRevision(
  { prisma }: AppContext,
  ids: RevisionIds,
  { name }: UpdateRevision,
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    await lockDevscript(transaction, ids);
    const row = await findRevision(transaction, ids);
    if (name === undefined) return;
    if (name !== null && row.name === null) await assertNameIsLeft(transaction, ids.devscriptId);
    await transaction.revision.update({ where: { id: row.id }, data: { name } });
  });
}

/**
 * Replaces the files of a devscript by those of a revision, which need a new review. Returns the new revision, or the
 * newest one if it has the same files.
 */
export async function restoreRevision(
  { prisma }: AppContext,
  ids: RevisionIds,
  author: Author,
): Promise<Revision> {
  return prisma.$transaction(async (transaction) => {
    await lockDevscript(transaction, ids);
    const { devscriptId } = ids;
    const row = await findRevision(transaction, ids);
    await transaction.devscriptFile.deleteMany({ where: { devscriptId } });
    await transaction.devscriptFile.createMany({
      data: filesOf(row).map((file) => ({ devscriptId, ...file })),
    });
    await transaction.devscript.update({ where: { id: devscriptId }, data: unreviewed() });
    const recorded = await recordRevision(transaction, devscriptId, {
      ...author,
      restoredNumber: row.number,
    });
    const [revision] = await withVersions(transaction, devscriptId, [recorded.revision]);
    return revision;
  });
}

export async function findRevision(
  { revision }: Pick<Prisma.TransactionClient, 'revision'>,
  { accountId, devscriptId, revisionId }: RevisionIds,
): Promise<RevisionRow> {
  return orNotFound(
    await revision.findFirst({ where: { id: revisionId, devscriptId, devscript: { accountId } } }),
  );
}

async function assertNameIsLeft({ revision }: Prisma.TransactionClient, devscriptId: string): Promise<void> {
  const named = await revision.count({ where: { devscriptId, name: { not: null } } });
  if (named < LIMITS.namedRevisions) return;
  throw new ApiError('conflict', {
    message: `${LIMITS.namedRevisions} revisions of this script have a name. Remove one of the names first.`,
  });
}

/** Converts rows, with the newest version that was published from each. */
async function withVersions(
  { scriptVersion }: Pick<Prisma.TransactionClient, 'scriptVersion'>,
  devscriptId: string,
  rows: RevisionRow[],
): Promise<Revision[]> {
  const published = await scriptVersion.findMany({
    where: { script: { devscriptId }, revision: { in: rows.map(({ number }) => number) } },
    orderBy: { createdAt: 'asc' },
  });
  const versions = new Map(published.map(({ revision, version }) => [revision, version]));
  return rows.map((row) => toRevision(row, versions.get(row.number) ?? null));
}

function toRevision(row: RevisionRow, version: string | null): Revision {
  const files = filesOf(row).map(({ kind, ...file }) => [kind, file] as const);
  const { code = null, config = null, schema = null } = Object.fromEntries(files);
  return {
    _id: row.id,
    number: row.number,
    name: row.name,
    source: row.source,
    restoredNumber: row.restoredNumber,
    version,
    ...{ code, config, schema },
    personName: row.personName,
    tokenName: row.tokenName,
    commit: row.commit,
    commitAuthor: row.commitAuthor,
    ref: row.ref,
    createdAt: row.createdAt.toISOString(),
  };
}
