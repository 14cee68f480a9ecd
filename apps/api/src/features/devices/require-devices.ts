import { Id } from '@drover/contract';
import type { ClientBase, Pool } from 'pg';
import { anyOf } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { ApiError } from '../../errors/api-error';

/**
 * Returns the IDs that a request lists under `devices`, without duplicates, in their order. Fails with a list of those
 * that are not devices of the account. The devices are locked until the end of the transaction, so that none is
 * deleted.
 */
export async function requireDevices(
  client: Pool | ClientBase,
  accountId: string,
  devices: string[],
): Promise<string[]> {
  const ids = [...new Set(devices)];
  const select = db
    .selectFrom('Device')
    .select('id')
    .where('accountId', '=', accountId)
    .where('id', '=', anyOf(ids.filter((id) => Id.safeParse(id).success)))
    .orderBy('id')
    .forKeyShare();
  const rows = await execute(client, select);
  if (rows.length < ids.length) throw unknownDevices(devices, new Set(rows.map(({ id }) => id)));
  return ids;
}

function unknownDevices(devices: string[], known: Set<string>): ApiError {
  const errors = devices.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `devices.${index}`, message: 'must be the id of one of your devices' }],
  );
  return new ApiError('notFound', {
    message: 'Some devices do not exist or belong to another account, see "errors". Nothing was changed.',
    errors: errors.slice(0, 100),
  });
}
