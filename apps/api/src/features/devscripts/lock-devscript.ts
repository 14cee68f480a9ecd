import type { Prisma } from '../../database/client/client';
import { db, execute } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';

const selectForUpdate = db.selectFrom('Devscript').select('id').forUpdate();

const withAll = { files: true, script: true } as const;

/** A devscript with its files and its published script. */
export type LockedDevscript = Prisma.DevscriptGetPayload<{ include: typeof withAll }>;

/** A devscript, and the account that it must belong to. */
export interface DevscriptIds {
  accountId: string;
  devscriptId: string;
}

/** Reads and locks a devscript of any account, for reviewers. */
export async function lockAnyDevscript(
  transaction: Prisma.TransactionClient,
  devscriptId: string,
): Promise<LockedDevscript> {
  await execute(transaction, selectForUpdate.where('id', '=', devscriptId));
  return orNotFound(await transaction.devscript.findUnique({ where: { id: devscriptId }, include: withAll }));
}

/** Reads a devscript and locks it until the commit, so that no upload and no other request changes it in between. */
export async function lockDevscript(
  transaction: Prisma.TransactionClient,
  { accountId, devscriptId }: DevscriptIds,
): Promise<LockedDevscript> {
  const select = selectForUpdate.where('id', '=', devscriptId).where('accountId', '=', accountId);
  await execute(transaction, select);
  return orNotFound(
    await transaction.devscript.findFirst({ where: { id: devscriptId, accountId }, include: withAll }),
  );
}
