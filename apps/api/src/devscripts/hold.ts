import type { Prisma } from '../database/client/client';
import { found } from '../http/api-error';

const withAll = { files: true, script: true } as const;

/** A devscript, its files, and what it was published as. */
export type HeldDevscript = Prisma.DevscriptGetPayload<{ include: typeof withAll }>;

/** A devscript, and who asks for it. */
export interface DevscriptIds {
  accountId: string;
  devscriptId: string;
}

/** Reads a devscript, whoever owns it, and holds it as `holdDevscript` does: for reviewers. */
export async function holdAnyDevscript(
  transaction: Prisma.TransactionClient,
  devscriptId: string,
): Promise<HeldDevscript> {
  await transaction.$queryRaw`SELECT id FROM "Devscript" WHERE id = ${devscriptId} FOR UPDATE`;
  return found(await transaction.devscript.findUnique({ where: { id: devscriptId }, include: withAll }));
}

/** Reads a devscript and holds it until the commit, so that no upload and no other request changes it in between. */
export async function holdDevscript(
  transaction: Prisma.TransactionClient,
  { accountId, devscriptId }: DevscriptIds,
): Promise<HeldDevscript> {
  await transaction.$queryRaw`
    SELECT id FROM "Devscript" WHERE id = ${devscriptId} AND "accountId" = ${accountId} FOR UPDATE`;
  return found(
    await transaction.devscript.findFirst({ where: { id: devscriptId, accountId }, include: withAll }),
  );
}
