import type {
  CreateDevscript,
  Devscript,
  DevscriptFilter,
  DevscriptList,
  UpdateDevscript,
} from '@drover/contract';
import type { Prisma } from '../database/client/client';
import { newId } from '../database/ids';
import { found } from '../http/api-error';
import { listPage, literally } from '../http/lists';
import type { Service } from '../service';
import { toDevscript, withScript } from './devscript-record';

export async function listDevscripts(
  { prisma }: Service,
  accountId: string,
  { name, ...paging }: DevscriptFilter,
): Promise<DevscriptList> {
  const where: Prisma.DevscriptWhereInput = {
    accountId,
    name: name === undefined ? undefined : { contains: literally(name), mode: 'insensitive' },
  };
  return listPage(paging, {
    find: (page) =>
      prisma.devscript.findMany({ ...page, where: { AND: [where, page.where] }, include: withScript }),
    count: () => prisma.devscript.count({ where }),
    item: toDevscript,
  });
}

export async function getDevscript(
  { prisma }: Service,
  accountId: string,
  devscriptId: string,
): Promise<Devscript> {
  const row = await prisma.devscript.findFirst({
    where: { id: devscriptId, accountId },
    include: withScript,
  });
  return toDevscript(found(row));
}

/** Without a name the script is called after its id. */
export async function createDevscript(
  { prisma }: Service,
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

export async function updateDevscript(
  { prisma }: Service,
  { accountId, devscriptId }: { accountId: string; devscriptId: string },
  change: UpdateDevscript,
): Promise<void> {
  const { count } = await prisma.devscript.updateMany({
    where: { id: devscriptId, accountId },
    data: { ...change, ...(Object.keys(change).length > 0 && { updatedAt: new Date() }) },
  });
  found(count || null);
}

/** Its listing is taken down with it; who has the published script keeps running it. */
export async function removeDevscript(
  { prisma }: Service,
  accountId: string,
  devscriptId: string,
): Promise<void> {
  await prisma.$transaction(async (transaction) => {
    await transaction.script.updateMany({ where: { devscriptId, accountId }, data: { isListed: false } });
    await transaction.savedValues.deleteMany({ where: { scriptId: devscriptId, accountId } });
    const { count } = await transaction.devscript.deleteMany({ where: { id: devscriptId, accountId } });
    found(count || null);
  });
}
