import type { Script, SetPricing } from '@drover/contract';
import type { Prisma, Script as ScriptRow } from '../database/client/client';
import { newId } from '../database/ids';
import { statementsOf } from '../database/statements';
import { holdDevscript, type DevscriptIds, type HeldDevscript } from '../devscripts/hold';
import { ApiError, found } from '../http/api-error';
import { toScript } from '../scripts/script-record';
import { addToLibrary } from '../scripts/scripts';
import type { Service } from '../service';
import { recordEvents } from '../webhooks/outbox';
import { reserveSlug } from './slugs';

const firstVersion = '1.0.0';

/** What a version is made of; publishing the same again makes no version. */
interface Edition {
  name: string;
  description: string;
  codeSha256: string;
  configSha256: string | null;
}

/**
 * Publishes what passed review: as a script of its own at first, then as its next version. What is published already
 * is listed again, and put back into the owner's library, where it is not there any more.
 */
export async function publishDevscript({ prisma }: Service, ids: DevscriptIds): Promise<Script> {
  return prisma.$transaction(async (transaction) => {
    const devscript = await holdDevscript(transaction, ids);
    const edition = readEdition(devscript);
    const row = devscript.script
      ? await publishAgain(transaction, devscript.script, edition)
      : await publishFirst(transaction, devscript, edition);
    await addToLibrary(transaction, ids.accountId, row.id);
    const script = toScript(row, ids.accountId);
    await recordEvents(statementsOf(transaction), [
      { accountId: ids.accountId, type: 'script.published', data: script },
    ]);
    return script;
  });
}

/** Takes the listing down. Who has the script keeps running it. */
export async function unpublishDevscript({ prisma }: Service, ids: DevscriptIds): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { script } = await holdDevscript(transaction, ids);
    if (!script) throw new ApiError('conflict', { message: 'The script was never published.' });
    await transaction.script.update({ where: { id: script.id }, data: { isListed: false } });
  });
}

/** Sets what the script costs from now on, on its listing too. */
export async function setPricing(
  { prisma }: Service,
  { accountId, devscriptId }: DevscriptIds,
  { plan, price, currency }: SetPricing,
): Promise<void> {
  const cost = plan === 'free' ? { price: null, currency: null } : { price, currency };
  const { count } = await prisma.devscript.updateMany({
    where: { id: devscriptId, accountId },
    data: { plan, ...cost, updatedAt: new Date() },
  });
  found(count || null);
}

function readEdition({ reviewState, name, description, files }: HeldDevscript): Edition {
  const code = files.find(({ kind }) => kind === 'code');
  const config = files.find(({ kind }) => kind === 'config');
  if (reviewState !== 'approved' || !code) {
    throw new ApiError('conflict', {
      message: 'The script has not passed review. Submit it, and publish it once it is approved.',
    });
  }
  return { name, description, codeSha256: code.sha256, configSha256: config?.sha256 ?? null };
}

async function publishFirst(
  transaction: Prisma.TransactionClient,
  devscript: HeldDevscript,
  edition: Edition,
): Promise<ScriptRow> {
  const { name, description, ...files } = edition;
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

async function publishAgain(
  transaction: Prisma.TransactionClient,
  script: ScriptRow,
  edition: Edition,
): Promise<ScriptRow> {
  const { name, description, ...files } = edition;
  if (!(await isPublished(transaction, script, edition))) {
    const version = nextPatch(script.version);
    return transaction.script.update({
      where: { id: script.id },
      data: { name, description, version, isListed: true, versions: { create: { version, ...files } } },
    });
  }
  const inLibrary = { accountId: script.accountId, scriptId: script.id };
  if (script.isListed && (await transaction.libraryEntry.count({ where: inLibrary })) > 0) {
    throw new ApiError('conflict', {
      message: `Version ${script.version} is published already, and nothing has changed since.`,
    });
  }
  return transaction.script.update({ where: { id: script.id }, data: { isListed: true } });
}

/** Whether the newest version is this very edition. */
async function isPublished(
  { scriptVersion }: Prisma.TransactionClient,
  { id, name, description, version }: ScriptRow,
  edition: Edition,
): Promise<boolean> {
  const newest = found(
    await scriptVersion.findUnique({ where: { scriptId_version: { scriptId: id, version } } }),
  );
  return (
    name === edition.name &&
    description === edition.description &&
    newest.codeSha256 === edition.codeSha256 &&
    newest.configSha256 === edition.configSha256
  );
}

function nextPatch(version: string): string {
  const [major, minor, patch] = version.split('.').map(Number);
  return [major, minor, (patch ?? 0) + 1].join('.');
}
