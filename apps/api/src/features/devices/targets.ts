import { Id, type DeviceReference, type DeviceSelector } from '@drover/contract';
import type { ClientBase, Pool } from 'pg';
import type { DeviceScope } from '../../auth/caller';
import { anyOf } from '../../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';
import { ApiError, invalid } from '../../errors/api-error';
import { devicesWithNodes } from '../../records/device-record';
import { isInScope, scopeValues, type ScopeValues } from '../../records/device-scope';
import { selectorCondition } from './selection';

/** The devices of a request: either listed, or matched by a selector. */
export interface Targets {
  devices?: DeviceReference[];
  robots?: DeviceReference[];
  selector?: DeviceSelector;
}

/** A device that a request targets. */
export interface TargetedDevice {
  id: string;
  name: string;
}

/** Returns the IDs that a request lists, without duplicates. */
export function targetIds({ devices = [], robots = [] }: Targets): string[] {
  return [...new Set([...devices, ...robots].map(({ _id }) => _id))];
}

interface DeviceQuery {
  scope: DeviceScope;
  targets: Targets;
  /** Whether to lock the devices until the transaction ends, so that none is deleted meanwhile. */
  isLocked?: boolean;
}

/**
 * Finds the devices of a request. Fails with a list of the devices that are missing or belong to another account, or if
 * no device matches the selector.
 */
export async function findDevices(client: Pool | ClientBase, query: DeviceQuery): Promise<TargetedDevice[]> {
  const { selector } = query.targets;
  return selector ? findSelected(client, { ...query, selector }) : findNamed(client, query);
}

async function findSelected(
  client: Pool | ClientBase,
  { scope, selector, isLocked = false }: DeviceQuery & { selector: DeviceSelector },
): Promise<TargetedDevice[]> {
  const condition = await selectorCondition(client, { scope, selector, groupPath: 'selector.group' });
  const select = devicesWithNodes
    .select(['d.id', 'd.name'])
    .where(condition)
    .orderBy('d.id')
    .$if(isLocked, (query) => query.forKeyShare('d'));
  const devices = await execute(client, select);
  if (devices.length === 0) throw invalid('selector', 'must match at least one of your devices');
  return devices;
}

type NamedDevices = Placeholders<{ accountId: string; ids: string[] } & ScopeValues>;

const namedDevices = ({ ids, ...scope }: NamedDevices) =>
  db
    .selectFrom('Device')
    .select(['id', 'name'])
    .where('accountId', '=', scope.accountId)
    .where('id', '=', anyOf(ids))
    .where(({ and, ref }) => and(isInScope(ref('Device.id'), scope)))
    .orderBy('id');
const selectNamed = defineStatement(namedDevices);
const lockNamed = defineStatement((values: NamedDevices) => namedDevices(values).forKeyShare());

async function findNamed(
  client: Pool | ClientBase,
  { scope, targets, isLocked = false }: DeviceQuery,
): Promise<TargetedDevice[]> {
  const ids = targetIds(targets);
  const validIds = ids.filter((id) => Id.safeParse(id).success);
  const values = { accountId: scope.accountId, ids: validIds, ...scopeValues(scope) };
  const select = isLocked ? lockNamed(values) : selectNamed(values);
  const devices = await execute(client, prepared(select));
  if (devices.length < ids.length) throw unknownDevices(targets, new Set(devices.map(({ id }) => id)));
  return devices;
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
    message: 'Some devices do not exist or belong to another account, see "errors". Nothing was changed.',
    errors: errors.slice(0, 100),
  });
}
