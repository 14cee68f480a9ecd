import type {
  CreateDevscript,
  Devscript,
  DevscriptFilter,
  DevscriptList,
  UpdateDevscript,
} from '@drover/contract';
import type { Prisma } from '../../database/client/client';
import { newId } from '../../database/ids';
import { orNotFound } from '../../errors/api-error';
import { listAll, nameContains, type LongList } from '../../database/lists';
import type { AppContext } from '../../context/app-context';
import { lockDevscript, type DevscriptIds } from './lock-devscript';
import { unreviewed } from './unreviewed';
import { toDevscript, withScript } from '../../records/devscript-record';

export async function listDevscripts(
  { prisma }: AppContext,
  accountId: string,
  { name, ...paging }: DevscriptFilter,
): Promise<DevscriptList | LongList<Devscript>> {
  const where: Prisma.DevscriptWhereInput = {
    accountId,
    name: nameContains(name),
  };
  return listAll(paging, {
    find: (page) =>
      prisma.devscript.findMany({ ...page, where: { AND: [where, page.where] }, include: withScript }),
    count: (take) => prisma.devscript.count({ where, take }),
    item: toDevscript,
  });
}

export async function getDevscript(
  { prisma }: AppContext,
  accountId: string,
  devscriptId: string,
): Promise<Devscript> {
  const row = await prisma.devscript.findFirst({
    where: { id: devscriptId, accountId },
    include: withScript,
  });
  return toDevscript(orNotFound(row));
}

/** Creates a draft. Its default name contains the end of its ID. */
export async function createDevscript(
  { prisma }: AppContext,
  accountId: string,
  { name, description }: CreateDevscript,
): Promise<Devscript> {
  const id = newId();
  const row = await prisma.devscript.create({
    data: { id, accountId, name: name ?? `script-${id.slice(-6)}`, description },
    include: withScript,
  });
  return toDevscript(row);
}

/** Updates the name and the description. They are published with the code, so a changed one needs a new review. */
export async function updateDevscript(
  { prisma }: AppContext,
  ids: DevscriptIds,
  change: UpdateDevscript,
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    const { id, name, description } = await lockDevscript(transaction, ids);
    const next = { name, description, ...change };
    if (next.name === name && next.description === description) return;
    await transaction.devscript.update({ where: { id }, data: { ...next, ...unreviewed() } });
  });
}

/**
 * Deletes the devscript and unpublishes its script. Accounts that have the script in their library can still run it.
 */
export async function removeDevscript(
  { prisma }: AppContext,
  accountId: string,
  devscriptId: string,
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    await transaction.script.updateMany({ where: { devscriptId, accountId }, data: { isListed: false } });
    await transaction.savedValues.deleteMany({ where: { scriptId: devscriptId, accountId } });
    const { count } = await transaction.devscript.deleteMany({ where: { id: devscriptId, accountId } });
    orNotFound(count || null);
  });
}
