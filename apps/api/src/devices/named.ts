import { Id } from '@drover/contract';
import type { ClientBase, Pool } from 'pg';
import { ApiError } from '../http/api-error';

/**
 * Ids that a request lists under `devices`, each once, in their order. One that is not the caller's fails it whole, and
 * each such id is named. Within a transaction the devices stay until its end.
 */
export async function namedDevices(
  client: Pool | ClientBase,
  accountId: string,
  devices: string[],
): Promise<string[]> {
  const ids = [...new Set(devices)];
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM "Device" WHERE "accountId" = $1 AND id = ANY($2) ORDER BY id FOR KEY SHARE`,
    [accountId, ids.filter((id) => Id.safeParse(id).success)],
  );
  if (rows.length < ids.length) throw unknownDevices(devices, new Set(rows.map(({ id }) => id)));
  return ids;
}

function unknownDevices(devices: string[], known: Set<string>): ApiError {
  const errors = devices.flatMap((id, index) =>
    known.has(id) ? [] : [{ path: `devices.${index}`, message: 'must be the id of one of your devices' }],
  );
  return new ApiError('notFound', {
    message: 'Some devices are not there, or not yours; see "errors". Nothing was changed.',
    errors: errors.slice(0, 100),
  });
}
