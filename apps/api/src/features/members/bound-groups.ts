import { isBindable, type Role } from '@drover/contract';
import { anyOf } from '../../database/expressions';
import { db, execute, type SqlClient } from '../../database/sql';
import { ApiError } from '../../errors/api-error';

/**
 * Returns the groups that a role is to be bound to, without duplicates. Fails if one of them does not exist. Locks them
 * until the end of the transaction, so that none is deleted.
 */
export async function requireGroups(
  client: SqlClient,
  accountId: string,
  groups: string[],
): Promise<string[]> {
  const ids = [...new Set(groups)];
  if (ids.length === 0) return ids;
  const select = db
    .selectFrom('DeviceGroup')
    .select('id')
    .where('accountId', '=', accountId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forKeyShare();
  const known = new Set((await execute(client, select)).map(({ id }) => id));
  if (known.size === ids.length) return ids;
  const errors = groups.flatMap((id, index) =>
    known.has(id)
      ? []
      : [{ path: `groups.${index}`, message: 'must be the id of one of your device groups' }],
  );
  throw new ApiError('notFound', {
    message:
      'Some device groups do not exist or belong to another account, see "errors". Nothing was changed.',
    errors,
  });
}

/** Returns the groups that a member keeps with a role. */
export function keptGroups(role: Role, groupIds: string[]): string[] {
  return isBindable(role) ? groupIds : [];
}
