import type { FileKind, Script, SetPricing } from '@drover/contract';
import type { Prisma, Script as ScriptRow } from '../../database/client/client';
import { newId } from '../../database/ids';
import { lockDevscript, type DevscriptIds, type LockedDevscript } from '../devscripts/lock-devscript';
import { ApiError, orNotFound } from '../../errors/api-error';
import { toScript } from '../../records/script-record';
import { findRevisionNumber } from '../devscripts/record-revision';
import { addToLibrary } from '../scripts/scripts';
import type { AppContext } from '../../context/app-context';
import { recordEvents } from '../../outbox/outbox';
import { reserveSlug } from './slugs';

const firstVersion = '1.0.0';

/** The content of a version. Publishing unchanged content creates no version. */
interface VersionContent {
  name: string;
  description: string;
  codeSha256: string;
  configSha256: string | null;
  schemaSha256: string | null;
  /** Number of the revision of the devscript. */
  revision: number | null;
}

/**
 * Publishes a devscript that has passed review: first as a new script, later as the next version of that script.
 * Unchanged content is listed again if it was unpublished, and is added to the owner's library again if it was removed.
 */
export async function publishDevscript({ prisma }: AppContext, ids: DevscriptIds): Promise<Script> {
  return prisma.$transaction(async (transaction) => {
    const devscript = await lockDevscript(transaction, ids);
    const content = await readApprovedContent(transaction, devscript);
    const row = devscript.script
      ? await publishNextVersion(transaction, devscript.script, content)
      : await publishFirstVersion(transaction, devscript, content);
    await addToLibrary(transaction, ids.accountId, row.id);
    const script = toScript(row, ids.accountId);
    await recordEvents(transaction, [{ accountId: ids.accountId, type: 'script.published', data: script }]);
    return script;
  });
}

/** Removes the listing. Accounts that have the script in their library can still run it. */
export async function unpublishDevscript({ prisma }: AppContext, ids: DevscriptIds): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { script } = await lockDevscript(transaction, ids);
    if (!script) throw new ApiError('conflict', { message: 'The script has not been published.' });
    await transaction.script.update({ where: { id: script.id }, data: { isListed: false } });
  });
}

/** Sets the price of the script, which its listing shows from then on. */
export async function setPricing(
  { prisma }: AppContext,
  { accountId, devscriptId }: DevscriptIds,
  { plan, price, currency }: SetPricing,
): Promise<void> {
  const cost = plan === 'free' ? { price: null, currency: null } : { price, currency };
  const { count } = await prisma.devscript.updateMany({
    where: { id: devscriptId, accountId },
    data: { plan, ...cost, updatedAt: new Date() },
  });
  orNotFound(count || null);
}

async function readApprovedContent(
  transaction: Prisma.TransactionClient,
  { id, reviewState, name, description, files }: LockedDevscript,
): Promise<VersionContent> {
  const code = files.find(({ kind }) => kind === 'code');
  const hashOf = (kind: FileKind) => files.find((file) => file.kind === kind)?.sha256 ?? null;
  if (reviewState !== 'approved' || !code) {
    throw new ApiError('conflict', {
      message: 'The script is not approved. Submit it for review, and publish it after its approval.',
    });
  }
  const hashes = {
    codeSha256: code.sha256,
    configSha256: hashOf('config'),
    schemaSha256: hashOf('schema'),
  };
  return { name, description, ...hashes, revision: await findRevisionNumber(transaction, id, hashes) };
}

async function publishFirstVersion(
  transaction: Prisma.TransactionClient,
  devscript: LockedDevscript,
  content: VersionContent,
): Promise<ScriptRow> {
  const { name, description, ...files } = content;
  return transaction.script.create({
    data: {
      id: newId(),
      accountId: devscript.accountId,
      devscriptId: devscript.id,
      slug: await reserveSlug(transaction, devscript),
      name,
      description,
      version: firstVersion,
      versions: { create: { version: firstVersion, ...files } },
    },
  });
}

async function publishNextVersion(
  transaction: Prisma.TransactionClient,
  script: ScriptRow,
  content: VersionContent,
): Promise<ScriptRow> {
  const { name, description, ...files } = content;
  if (!(await isUnchanged(transaction, script, content))) {
    const version = nextPatch(script.version);
    return transaction.script.update({
      where: { id: script.id },
      data: { name, description, version, isListed: true, versions: { create: { version, ...files } } },
    });
  }
  const inLibrary = { accountId: script.accountId, scriptId: script.id };
  if (script.isListed && (await transaction.libraryEntry.count({ where: inLibrary })) > 0) {
    throw new ApiError('conflict', {
      message: `Version ${script.version} is already published, and nothing has changed since.`,
    });
  }
  return transaction.script.update({ where: { id: script.id }, data: { isListed: true } });
}

/** Returns whether the newest version has this content. */
async function isUnchanged(
  { scriptVersion }: Prisma.TransactionClient,
  { id, name, description, version }: ScriptRow,
  content: VersionContent,
): Promise<boolean> {
  const newest = orNotFound(
    await scriptVersion.findUnique({ where: { scriptId_version: { scriptId: id, version } } }),
  );
  return (
    name === content.name &&
    description === content.description &&
    newest.codeSha256 === content.codeSha256 &&
    newest.configSha256 === content.configSha256 &&
    newest.schemaSha256 === content.schemaSha256
  );
}

function nextPatch(version: string): string {
  const [major, minor, patch] = version.split('.').map(Number);
  return [major, minor, (patch ?? 0) + 1].join('.');
}
