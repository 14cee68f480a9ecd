import { Id, type DeviceReference, type DeviceSelector } from '@drover/contract';
import type { ClientBase, Pool } from 'pg';
import { Prisma } from '../database/client/client';
import { prepared } from '../database/prepared';
import { deviceConditions } from '../devices/selection';
import { ApiError, invalid } from '../http/api-error';
import { allOf } from '../http/lists';

/** Devices of a request: named one by one, as the interface takes them, or chosen by a selector. */
export interface Targets {
  devices?: DeviceReference[];
  robots?: DeviceReference[];
  selector?: DeviceSelector;
}

/** A device that a request names. */
export interface TargetedDevice {
  id: string;
  name: string;
}

/** The ids that a request names, each once. */
function targetIds({ devices = [], robots = [] }: Targets): string[] {
  return [...new Set([...devices, ...robots].map(({ _id }) => _id))];
}

interface Wanted {
  accountId: string;
  targets: Targets;
  lock?: '' | 'FOR KEY SHARE';
}

/**
 * The devices of a request. One that is named and not the caller's fails it whole, and each such device is told; so does
 * a selector that no device meets.
 */
export async function findDevices(client: Pool | ClientBase, wanted: Wanted): Promise<TargetedDevice[]> {
  const { selector } = wanted.targets;
  return selector ? findSelected(client, { ...wanted, selector }) : findNamed(client, wanted);
}

async function findSelected(
  client: Pool | ClientBase,
  { accountId, selector, lock = '' }: Wanted & { selector: DeviceSelector },
): Promise<TargetedDevice[]> {
  const conditions = await deviceConditions(client, { accountId, selector, groupPath: 'selector.group' });
  const locked = lock ? Prisma.sql`FOR KEY SHARE OF d` : Prisma.empty;
  const { rows } = await client.query<TargetedDevice>(
    Prisma.sql`SELECT d.id, d.name FROM "Device" d LEFT JOIN "Node" n ON n.id = d."nodeId"
               WHERE ${allOf(conditions)} ORDER BY d.id ${locked}`,
  );
  if (rows.length === 0) throw invalid('selector', 'must be met by at least one of your devices');
  return rows;
}

async function findNamed(
  client: Pool | ClientBase,
  { accountId, targets, lock = '' }: Wanted,
): Promise<TargetedDevice[]> {
  const ids = targetIds(targets);
  const text = `SELECT id, name FROM "Device" WHERE "accountId" = $1 AND id = ANY($2) ORDER BY id ${lock}`;
  const values = [accountId, ids.filter((id) => Id.safeParse(id).success)];
  const { rows } = await client.query<TargetedDevice>(prepared({ text, values }));
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
