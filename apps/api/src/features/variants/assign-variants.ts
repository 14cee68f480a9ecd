import type { PoolClient } from 'pg';
import { anyOf } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { devicesWithNodes } from '../../records/device-record';
import { groupCondition } from '../devices/selection';
import type { AssignedVariants, UsedVariant, Variant } from './variant';

interface Assignment {
  accountId: string;
  variants: Variant[];
  deviceIds: string[];
  /** The highest number that the job has used. */
  lastNumber?: number;
}

/** Decides which devices of a job get which variant. The first variant that a device matches wins. */
export async function assignVariants(
  client: PoolClient,
  { accountId, variants, deviceIds, lastNumber = 0 }: Assignment,
): Promise<AssignedVariants> {
  const used: UsedVariant[] = [];
  const numbers = new Map<string, number>();
  for (const variant of variants) {
    const left = deviceIds.filter((id) => !numbers.has(id));
    const matching = await findMatching(client, accountId, { variant, deviceIds: left });
    if (matching.length === 0) continue;
    const number = lastNumber + used.length + 1;
    used.push({ ...variant, number });
    for (const id of matching) numbers.set(id, number);
  }
  return { used, numbers };
}

async function findMatching(
  client: PoolClient,
  accountId: string,
  { variant: { devices }, deviceIds }: { variant: Variant; deviceIds: string[] },
): Promise<string[]> {
  if ('ids' in devices) {
    const ids = new Set(devices.ids);
    return deviceIds.filter((id) => ids.has(id));
  }
  const groups = db
    .selectFrom('DeviceGroup')
    .select(['id', 'rule'])
    .where('id', '=', devices.groupId)
    .where('accountId', '=', accountId);
  const [group] = await execute(client, groups);
  if (!group) return [];
  const select = devicesWithNodes
    .select('d.id')
    .where('d.id', '=', anyOf(deviceIds))
    .where(groupCondition(accountId, group));
  return (await execute(client, select)).map(({ id }) => id);
}
