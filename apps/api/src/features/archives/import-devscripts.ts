import { LIMITS, type ArchivedDevscript, type ArchivedRevision } from '@drover/contract';
import { isDeepStrictEqual } from 'node:util';
import { conflictIfTaken } from '../../database/conflict';
import type { Devscript, DevscriptFile, Prisma, Revision } from '../../database/client/client';
import { newId } from '../../database/ids';
import { lockDevscript } from '../devscripts/lock-devscript';
import { recordRevision, removeOldest } from '../devscripts/record-revision';
import { filesOf, hasSameContent, toRevisionFiles, type RevisionFiles } from '../devscripts/revision-files';
import { unreviewed } from '../devscripts/unreviewed';
import { ArchivedContents } from './archived-contents';
import type { ImportSession, Imported } from './import-session';

/** What an import changes of a devscript. */
interface Plan {
  devscriptId: string;
  existing: (Devscript & { files: DevscriptFile[] }) | null;
  /** Revisions that the devscript does not have yet. */
  revisions: (ArchivedRevision & RevisionFiles)[];
  /** The files, if they differ. */
  files: RevisionFiles | null;
  isRenamed: boolean;
  /** The saved values, if they differ. */
  values: object | null;
}

/** Imports a devscript with its revisions and saved values. It is a draft: reviews and listings are not in archives. */
export async function importDevscript(
  session: ImportSession,
  archived: ArchivedDevscript,
): Promise<Imported> {
  const { context, reader, isDryRun } = session;
  const existing = await context.prisma.devscript.findFirst({
    where: session.own(archived._id),
    include: { files: true },
  });
  const devscriptId = existing?.id ?? newId();
  const contents = new ArchivedContents(reader, devscriptId);
  const plan = await planChanges(session, contents, { archived, existing, devscriptId });
  session.addReferences(archived.values);
  const isChanged = plan.isRenamed || plan.files || plan.values || plan.revisions.length > 0;
  if (isChanged || !existing) {
    const stored = [...plan.revisions, ...(plan.files ? [archived.files] : [])];
    for (const files of stored) await contents.check(files);
    if (!isDryRun) {
      for (const files of stored) await contents.save(context, files);
      await conflictIfTaken(
        context.prisma.$transaction((transaction) => apply(transaction, session, { plan, archived })),
        'The script was changed during the import. Import the archive again.',
      );
    }
  }
  session.setId('devscript', archived._id, devscriptId);
  if (existing) return { _id: devscriptId, outcome: isChanged ? 'changed' : 'unchanged' };
  return { _id: isDryRun ? null : devscriptId, outcome: 'created' };
}

async function planChanges(
  { context, accountId }: ImportSession,
  contents: ArchivedContents,
  {
    archived,
    existing,
    devscriptId,
  }: Pick<Plan, 'existing' | 'devscriptId'> & { archived: ArchivedDevscript },
): Promise<Plan> {
  const { prisma } = context;
  const newest = await prisma.revision.findFirst({ where: { devscriptId }, orderBy: { number: 'desc' } });
  const saved = await prisma.savedValues.findUnique({
    where: { accountId_scriptId: { accountId, scriptId: devscriptId } },
  });
  const files = await contents.toColumns(archived.files);
  const areValuesSame = archived.values === null || isDeepStrictEqual(saved?.values, archived.values);
  return {
    devscriptId,
    existing,
    revisions: await findNewRevisions(contents, archived.revisions, newest),
    files: hasSameContent(toRevisionFiles(existing?.files ?? []), files) ? null : files,
    isRenamed: existing?.name !== archived.name || existing.description !== archived.description,
    values: areValuesSame ? null : archived.values,
  };
}

/**
 * Returns the revisions of the archive that come after those of the devscript. None if the devscript has other ones: then
 * the files of the archive become one new revision.
 */
async function findNewRevisions(
  contents: ArchivedContents,
  archived: ArchivedRevision[],
  newest: Revision | null,
): Promise<Plan['revisions']> {
  const from = archived.findIndex(({ number }) => number === newest?.number);
  if (newest) {
    if (from < 0) return [];
    if (!hasSameContent(await contents.toColumns(archived[from]), newest)) return [];
  }
  const revisions: Plan['revisions'] = [];
  for (const revision of archived.slice(from + 1)) {
    revisions.push({ ...revision, ...(await contents.toColumns(revision)) });
  }
  return revisions;
}

async function apply(
  transaction: Prisma.TransactionClient,
  { accountId, request }: ImportSession,
  { plan, archived }: { plan: Plan; archived: ArchivedDevscript },
): Promise<void> {
  const { devscriptId, existing, files, values } = plan;
  const { name, description, _id: originId } = archived;
  if (existing) {
    await lockDevscript(transaction, { accountId, devscriptId });
    const change = files || plan.isRenamed ? unreviewed() : {};
    await transaction.devscript.update({
      where: { id: devscriptId },
      data: { name, description, ...change },
    });
  } else {
    await transaction.devscript.create({ data: { id: devscriptId, accountId, originId, name, description } });
  }
  await addRevisions(transaction, devscriptId, plan.revisions);
  if (files) {
    await transaction.devscriptFile.deleteMany({ where: { devscriptId } });
    await transaction.devscriptFile.createMany({
      data: filesOf(files).map((file) => ({ devscriptId, ...file })),
    });
    await recordRevision(transaction, devscriptId, request.author);
  }
  if (values) {
    await transaction.savedValues.upsert({
      where: { accountId_scriptId: { accountId, scriptId: devscriptId } },
      create: { accountId, scriptId: devscriptId, values },
      update: { values },
    });
  }
}

/** Adds revisions as they are in the archive, with their authors. Deletes the oldest ones without a name if there are too many. */
async function addRevisions(
  transaction: Prisma.TransactionClient,
  devscriptId: string,
  added: Plan['revisions'],
): Promise<void> {
  if (added.length === 0) return;
  const { revision } = transaction;
  let namesLeft =
    LIMITS.namedRevisions - (await revision.count({ where: { devscriptId, name: { not: null } } }));
  await revision.createMany({
    data: added.map(({ code: _code, config: _config, schema: _schema, project: _project, ...columns }) => {
      const name = namesLeft > 0 ? columns.name : null;
      if (name !== null) namesLeft -= 1;
      return { ...columns, name, id: newId(), devscriptId };
    }),
  });
  await removeOldest(transaction, devscriptId);
}
