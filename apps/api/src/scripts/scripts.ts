import type { Script, ScriptFilter, ScriptList, ScriptVersionList } from '@drover/contract';
import type { Prisma, ScriptVersion } from '../database/client/client';
import { readContent } from '../devscripts/files';
import { found } from '../http/api-error';
import { findRows, listPage, literally } from '../http/lists';
import type { Service } from '../service';
import { toScript } from './script-record';

/** The account's library: what it published and what it added. */
export async function listScripts(
  { prisma }: Service,
  accountId: string,
  { slug, name, ...paging }: ScriptFilter,
): Promise<ScriptList> {
  const where: Prisma.ScriptWhereInput = {
    ...inLibraryOf(accountId),
    slug: slug?.toLowerCase(),
    name: name === undefined ? undefined : { contains: literally(name), mode: 'insensitive' },
  };
  return listPage(paging, {
    ...findRows(prisma.script, where),
    item: (row) => toScript(row, accountId),
  });
}

export async function getScript({ prisma }: Service, accountId: string, scriptId: string): Promise<Script> {
  const row = await prisma.script.findFirst({ where: { id: scriptId, ...inLibraryOf(accountId) } });
  return toScript(found(row), accountId);
}

/** What a run request runs: the files of the newest version. */
async function getNewestVersion({ prisma }: Service, { _id, version }: Script): Promise<ScriptVersion> {
  const where = { scriptId_version: { scriptId: _id, version } };
  return found(await prisma.scriptVersion.findUnique({ where }));
}

/** All versions, newest first: for who has the script, and for who published it. */
export async function listVersions(
  { prisma }: Service,
  accountId: string,
  scriptId: string,
): Promise<ScriptVersionList> {
  const { script, scriptVersion, content } = prisma;
  const reader = { OR: [inLibraryOf(accountId), { accountId }] };
  found(await script.findFirst({ where: { id: scriptId, ...reader }, select: { id: true } }));
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
    codeSize: found(sizes.get(codeSha256)),
    configSize: configSha256 === null ? null : found(sizes.get(configSha256)),
    createdAt: createdAt.toISOString(),
  }));
  return { count: items.length, items };
}

/** The configuration of the newest version, as it was uploaded. */
export async function getScriptConfig(
  service: Service,
  accountId: string,
  scriptId: string,
): Promise<Buffer> {
  const script = await getScript(service, accountId, scriptId);
  const { configSha256 } = await getNewestVersion(service, script);
  return readContent(service, found(configSha256));
}

/** Removes it from the account's library alone, with the values that were saved for it. */
export async function removeScript({ prisma }: Service, accountId: string, scriptId: string): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { count } = await transaction.libraryEntry.deleteMany({ where: { accountId, scriptId } });
    found(count || null);
    await transaction.savedValues.deleteMany({ where: { accountId, scriptId } });
  });
}

/** Puts a script into a library; adding it again changes nothing. */
export async function addToLibrary(
  { libraryEntry }: Prisma.TransactionClient,
  accountId: string,
  scriptId: string,
): Promise<void> {
  await libraryEntry.createMany({ data: [{ accountId, scriptId }], skipDuplicates: true });
}

/** Condition on scripts: who may read and run them. */
export function inLibraryOf(accountId: string) {
  return { library: { some: { accountId } } };
}
