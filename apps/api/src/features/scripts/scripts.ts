import type { Script, ScriptFilter, ScriptList, ScriptVersionList } from '@drover/contract';
import type { Prisma, ScriptVersion } from '../../database/client/client';
import { readContent } from '../../content/content';
import { orNotFound } from '../../errors/api-error';
import { findRows, listAll, nameContains, type LongList } from '../../database/lists';
import type { AppContext } from '../../context/app-context';
import { toScript } from '../../records/script-record';

/** Lists the account's library: the scripts that it published and those that it added. */
export async function listScripts(
  { prisma }: AppContext,
  accountId: string,
  { slug, name, ...paging }: ScriptFilter,
): Promise<ScriptList | LongList<Script>> {
  const where: Prisma.ScriptWhereInput = {
    ...whereInLibrary(accountId),
    slug: slug?.toLowerCase(),
    name: nameContains(name),
  };
  return listAll(paging, {
    ...findRows(prisma.script, where),
    item: (row) => toScript(row, accountId),
  });
}

export async function getScript(
  { prisma }: AppContext,
  accountId: string,
  scriptId: string,
): Promise<Script> {
  const row = await prisma.script.findFirst({ where: { id: scriptId, ...whereInLibrary(accountId) } });
  return toScript(orNotFound(row), accountId);
}

/** Returns the newest version, which run requests use. */
async function getNewestVersion({ prisma }: AppContext, { _id, version }: Script): Promise<ScriptVersion> {
  const where = { scriptId_version: { scriptId: _id, version } };
  return orNotFound(await prisma.scriptVersion.findUnique({ where }));
}

/** Lists all versions, newest first, for accounts that have the script in their library and for its publisher. */
export async function listVersions(
  { prisma }: AppContext,
  accountId: string,
  scriptId: string,
): Promise<ScriptVersionList> {
  const { script, scriptVersion, content } = prisma;
  const reader = { OR: [whereInLibrary(accountId), { accountId }] };
  orNotFound(await script.findFirst({ where: { id: scriptId, ...reader }, select: { id: true } }));
  const rows = await scriptVersion.findMany({ where: { scriptId }, orderBy: { createdAt: 'desc' } });
  const hashes = rows.flatMap(({ codeSha256, configSha256 }) => [
    codeSha256,
    ...(configSha256 ? [configSha256] : []),
  ]);
  const contents = await content.findMany({
    where: { sha256: { in: hashes } },
    select: { sha256: true, size: true },
  });
  const sizes = new Map(contents.map(({ sha256, size }) => [sha256, size]));
  const items = rows.map(({ version, codeSha256, configSha256, createdAt }) => ({
    version,
    codeSize: orNotFound(sizes.get(codeSha256)),
    configSize: configSha256 === null ? null : orNotFound(sizes.get(configSha256)),
    createdAt: createdAt.toISOString(),
  }));
  return { count: items.length, items };
}

/** Returns the configuration of the newest version, as it was uploaded. */
export async function getScriptConfig(
  context: AppContext,
  accountId: string,
  scriptId: string,
): Promise<Buffer> {
  const script = await getScript(context, accountId, scriptId);
  const { configSha256 } = await getNewestVersion(context, script);
  return readContent(context, orNotFound(configSha256));
}

/** Returns the schema of the results of the newest version, as it was uploaded. */
export async function getScriptSchema(
  context: AppContext,
  accountId: string,
  scriptId: string,
): Promise<Buffer> {
  const script = await getScript(context, accountId, scriptId);
  const { schemaSha256 } = await getNewestVersion(context, script);
  return readContent(context, orNotFound(schemaSha256));
}

/** Removes the script from the account's library, and deletes the values that the account saved for it. */
export async function removeScript(
  { prisma }: AppContext,
  accountId: string,
  scriptId: string,
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.libraryEntry.deleteMany({ where: { accountId, scriptId } });
    orNotFound(count || null);
    await transaction.savedValues.deleteMany({ where: { accountId, scriptId } });
  });
}

/** Adds a script to a library, unless the library has it already. */
export async function addToLibrary(
  { libraryEntry }: Prisma.TransactionClient,
  accountId: string,
  scriptId: string,
): Promise<void> {
  await libraryEntry.createMany({ data: [{ accountId, scriptId }], skipDuplicates: true });
}

/** Returns the condition for scripts that an account may read and run. */
export function whereInLibrary(accountId: string) {
  return { library: { some: { accountId } } };
}
