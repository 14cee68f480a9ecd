import type { CreateRepository } from '@drover/contract';
import type { Prisma } from '../../database/client/client';
import { anyOf } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { ApiError } from '../../errors/api-error';

type Pins = NonNullable<CreateRepository['pins']>;

interface RepositoryIds {
  accountId: string;
  repositoryId: string;
}

/**
 * Replaces the pins of a repository. Devices of former pins run the current revisions again at once. New pins apply after
 * the next sync.
 */
export async function replacePins(
  transaction: Prisma.TransactionClient,
  { accountId, repositoryId }: RepositoryIds,
  pins: Pins,
): Promise<void> {
  await requireGroups(transaction, accountId, pins);
  const former = await transaction.repositoryPin.findMany({ where: { repositoryId } });
  const commits = new Map(former.map(({ ref, commit }) => [ref, commit]));
  await transaction.repositoryPin.deleteMany({ where: { repositoryId } });
  await transaction.repositoryPin.createMany({
    data: pins.map(({ ref, groupId }, position) => {
      const commit = commits.get(ref) ?? null;
      return { repositoryId, groupId, position, ref, commit };
    }),
  });
  const refs = pins.map(({ ref }) => ref);
  await transaction.pinnedProject.deleteMany({ where: { repositoryId, ref: { notIn: refs } } });
}

/** Fails if a group does not exist. Locks the groups until the end of the transaction, so that none is deleted. */
async function requireGroups(
  transaction: Prisma.TransactionClient,
  accountId: string,
  pins: Pins,
): Promise<void> {
  const select = db
    .selectFrom('DeviceGroup')
    .select('id')
    .where('accountId', '=', accountId)
    .where('id', '=', anyOf(pins.map(({ groupId }) => groupId)))
    .orderBy('id')
    .forKeyShare();
  const known = new Set((await execute(transaction, select)).map(({ id }) => id));
  const errors = pins.flatMap(({ groupId }, index) =>
    known.has(groupId)
      ? []
      : [{ path: `pins.${index}.groupId`, message: 'must be the id of one of your device groups' }],
  );
  if (errors.length === 0) return;
  throw new ApiError('notFound', {
    message:
      'Some device groups do not exist or belong to another account, see "errors". Nothing was changed.',
    errors,
  });
}
