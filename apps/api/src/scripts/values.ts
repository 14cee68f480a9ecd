import type { Values } from '@drover/contract';
import type { Service } from '../service';

/** Values that an account saved for a script or a devscript of its own; none saved is an empty object. */
export async function getValues({ prisma }: Service, accountId: string, scriptId: string): Promise<Values> {
  const row = await prisma.savedValues.findUnique({ where: { accountId_scriptId: { accountId, scriptId } } });
  return (row?.values ?? {}) as Values;
}

/** Keeps values in place of those before. */
export async function updateValues(
  { prisma }: Service,
  { accountId, scriptId }: { accountId: string; scriptId: string },
  values: Values,
): Promise<void> {
  const json = values as object;
  await prisma.savedValues.upsert({
    where: { accountId_scriptId: { accountId, scriptId } },
    create: { accountId, scriptId, values: json },
    update: { values: json },
  });
}
