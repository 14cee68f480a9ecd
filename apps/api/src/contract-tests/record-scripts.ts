import { newId } from '../database/ids';
import { saveContent } from '../content/content';
import { findFreeSlug } from '../features/publishing/slugs';
import type { TestAccount, TestServer } from '../testing/test-server';
import { inAnHour } from './record-rows';

const code = 'console.log(1)';

/** An approved devscript with a price, files, a listing, and a promotion code of 100 %. */
export async function createPublished({ context: { prisma } }: TestServer, { accountId }: TestAccount) {
  const devscriptId = newId();
  const promotionCode = `CODE${devscriptId.toUpperCase()}`;
  return prisma.$transaction(async (transaction) => {
    const slug = await findFreeSlug(transaction);
    // A code that no other devscript has, because it belongs to one project.
    const built = `${code} // ${devscriptId}`;
    const sha256 = await saveContent(transaction, Buffer.from(built));
    const sourcesSha256 = await saveContent(transaction, Buffer.from('{"files":[]}'));
    await transaction.projectBuild.create({ data: { codeSha256: sha256, devscriptId, sourcesSha256 } });
    const configSha256 = await saveContent(transaction, Buffer.from('[]'));
    const schemaSha256 = await saveContent(transaction, Buffer.from('{}'));
    await transaction.devscript.create({
      data: {
        id: devscriptId,
        accountId,
        name: 'devscript',
        slug,
        reviewState: 'approved',
        plan: 'monthly',
        price: 900,
        currency: 'EUR',
        files: {
          create: [
            { kind: 'code', name: 'code.js', sha256, size: built.length },
            { kind: 'config', name: 'config.json', sha256: configSha256, size: 2 },
            { kind: 'schema', name: 'result.schema.json', sha256: schemaSha256, size: 2 },
          ],
        },
      },
    });
    const { id: revisionId } = await transaction.revision.create({
      data: {
        ...{ id: newId(), devscriptId, number: 1, source: 'api', codeName: 'code.js', codeSha256: sha256 },
        ...{ codeSize: built.length, configName: 'config.json', configSha256, configSize: 2 },
        ...{ schemaName: 'result.schema.json', schemaSha256, schemaSize: 2 },
      },
    });
    const { id: scriptId } = await transaction.script.create({
      data: {
        id: newId(),
        accountId,
        devscriptId,
        slug,
        name: 'script',
        version: '1.0.0',
        versions: { create: { version: '1.0.0', codeSha256: sha256, configSha256, schemaSha256 } },
        library: { create: { accountId } },
      },
    });
    const { id: promotionCodeId } = await transaction.promotionCode.create({
      data: { id: newId(), devscriptId, code: promotionCode, percentOff: 100, expiresAt: inAnHour() },
    });
    return { devscriptId, revisionId, scriptId, slug, promotionCode, promotionCodeId, sha256, schemaSha256 };
  });
}

/** A devscript with code in a given state. */
export async function createDevscript(
  { context: { prisma } }: TestServer,
  { accountId, reviewState }: { accountId: string; reviewState: 'in_review' | 'approved' },
): Promise<string> {
  const sha256 = await saveContent(prisma, Buffer.from(code));
  const files = { create: [{ kind: 'code' as const, name: 'code.js', sha256, size: code.length }] };
  const { id } = await prisma.devscript.create({
    data: { id: newId(), accountId, name: 'devscript', reviewState, files },
  });
  return id;
}
