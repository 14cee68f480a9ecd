import { Id, type DeviceReference } from '@drover/contract';
import type { ClientBase, Pool } from 'pg';
import { ApiError } from '../http/api-error';

/** Devices of a request, as the interface takes them. */
export interface Targets {
  devices?: DeviceReference[];
  robots?: DeviceReference[];
}

/** A device that a request names. */
export interface TargetedDevice {
  id: string;
  name: string;
}

/** The ids that a request names, each once. */
export function targetIds({ devices = [], robots = [] }: Targets): string[] {
  return [...new Set([...devices, ...robots].map(({ _id }) => _id))];
}

/** The devices of a request. One that is not the caller's fails it whole, and each such device is named. */
export async function findDevices(
  client: Pool | ClientBase,
  { accountId, targets, lock = '' }: { accountId: string; targets: Targets; lock?: '' | 'FOR KEY SHARE' },
): Promise<TargetedDevice[]> {
  const ids = targetIds(targets);
  const { rows } = await client.query<TargetedDevice>(
    `SELECT id, name FROM "Device" WHERE "accountId" = $1 AND id = ANY($2) ORDER BY id ${lock}`,
    [accountId, ids.filter((id) => Id.safeParse(id).success)],
  );
  if (rows.length < ids.length) throw unknownDevices(targets, new Set(rows.map(({ id }) => id)));
  return rows;
}

function unknownDevices(targets: Targets, known: Set<string>): ApiError {
  const errors = (['devices', 'robots'] as const).flatMap((family) =>
    (targets[family] ?? []).flatMap(({ _id }, index) =>
      known.has(_id)
        ? []
        : [{ path: `${family}.${index}._id`, message: 'must be the id of one of your devices' }],
    ),
  );
  return new ApiError('notFound', {
    message: 'Some devices are not there, or not yours; see "errors". Nothing was done.',
    errors: errors.slice(0, 100),
  });
}
