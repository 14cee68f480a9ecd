import {
  LIMITS,
  type CreateDeviceGroup,
  type DeviceGroup,
  type DeviceGroupList,
  type DeviceRule,
  type Paging,
  type UpdateDeviceGroup,
} from '@drover/contract';
import { sql, type InferResult } from 'kysely';
import type { PoolClient } from 'pg';
import { allDevices, type DeviceScope } from '../../auth/caller';
import { anyOf, insertFrom, int, texts, unnest } from '../../database/expressions';
import { db, execute, executeCount, executeFirst } from '../../database/sql';
import { devicesWithNodes } from '../../records/device-record';
import { assertQuota } from '../../database/quota';
import { newId } from '../../database/ids';
import { transact } from '../../database/transaction';
import { conflictIfTaken } from '../../database/conflict';
import { requireDevices } from '../devices/require-devices';
import { ruleCondition, ruleValues } from '../devices/selection';
import { ApiError, orNotFound } from '../../errors/api-error';
import { listLargePage, queryLargeRows } from '../../database/lists';
import type { AppContext } from '../../context/app-context';
import { findGroupUses } from './group-uses';

export const deviceGroupQuota = {
  table: 'DeviceGroup',
  max: LIMITS.deviceGroups,
  message: `An account has at most ${LIMITS.deviceGroups} device groups. Delete one that is not used.`,
} as const;

const nameTaken = 'A device group with this name already exists. Choose another name.';

const selectGroups = db
  .selectFrom('DeviceGroup as g')
  .select(['g.id', 'g.name', 'g.rule', 'g.createdAt'])
  .select((eb) => {
    const members = eb.selectFrom('DeviceGroupMember').select('deviceId').whereRef('groupId', '=', 'g.id');
    return sql<string[]>`array(${members.orderBy('deviceId')})`.as('deviceIds');
  });

type GroupRow = InferResult<typeof selectGroups>[number];

export async function listDeviceGroups(
  context: AppContext,
  scope: DeviceScope,
  paging: Paging,
): Promise<DeviceGroupList> {
  const rows = queryLargeRows(context.pool, selectVisible(scope));
  const { items, ...page } = await listLargePage(paging, { ...rows, item: (row) => row });
  return { ...page, items: await toGroups(context, scope.accountId, items) };
}

export async function getDeviceGroup(
  context: AppContext,
  scope: DeviceScope,
  groupId: string,
): Promise<DeviceGroup> {
  const row = orNotFound(await executeFirst(context.pool, selectVisible(scope).where('g.id', '=', groupId)));
  return orNotFound((await toGroups(context, scope.accountId, [row]))[0]);
}

/** Callers who are bound to groups see those only. */
function selectVisible({ accountId, groups }: DeviceScope) {
  const select = selectGroups.where('g.accountId', '=', accountId);
  return groups ? select.where('g.id', '=', anyOf(groups.map(({ id }) => id))) : select;
}

/** Fails without creating the group if one of the devices does not belong to the account. */
export async function createDeviceGroup(
  context: AppContext,
  accountId: string,
  { name, rule, devices = [], originId = null }: CreateDeviceGroup & { originId?: string | null },
): Promise<DeviceGroup> {
  const groupId = newId();
  const create = transact(context.pool, async (client) => {
    await assertQuota(client, { accountId, ...deviceGroupQuota });
    const group = { id: groupId, accountId, name, rule: toJson(rule), originId };
    await execute(client, db.insertInto('DeviceGroup').values(group));
    await insertMembers(client, { accountId, groupId }, devices);
  });
  await conflictIfTaken(create, nameTaken);
  return getDeviceGroup(context, allDevices(accountId), groupId);
}

export async function updateDeviceGroup(
  context: AppContext,
  { accountId, groupId }: { accountId: string; groupId: string },
  { name, rule, devices }: UpdateDeviceGroup,
): Promise<void> {
  const changesMembers = rule !== undefined || devices !== undefined;
  const update = transact(context.pool, async (client) => {
    const change = db
      .updateTable('DeviceGroup')
      .set({
        name: (eb) => (name === undefined ? eb.ref('name') : eb.val(name)),
        rule: changesMembers ? toJson(rule) : undefined,
      })
      .where('id', '=', groupId)
      .where('accountId', '=', accountId);
    orNotFound((await executeCount(client, change)) || null);
    if (!changesMembers) return;
    await execute(client, db.deleteFrom('DeviceGroupMember').where('groupId', '=', groupId));
    await insertMembers(client, { accountId, groupId }, devices ?? []);
  });
  await conflictIfTaken(update, nameTaken);
}

/**
 * Deletes the group but not its devices. Fails while a preset, a repository, a schedule or the notification settings use the group.
 */
export async function removeDeviceGroup(
  context: AppContext,
  accountId: string,
  groupId: string,
): Promise<void> {
  await transact(context.pool, async (client) => {
    const removal = db.deleteFrom('DeviceGroup').where('id', '=', groupId).where('accountId', '=', accountId);
    orNotFound((await executeCount(client, removal)) || null);
    const uses = await findGroupUses(client, accountId, groupId);
    if (uses.length === 0) return;
    const message = `The device group is used by ${uses.join(', ')}. Change that first.`;
    throw new ApiError('conflict', { message });
  });
}

function toJson(rule: DeviceRule | null | undefined): string | null {
  return rule ? JSON.stringify(rule) : null;
}

async function insertMembers(
  client: PoolClient,
  { accountId, groupId }: { accountId: string; groupId: string },
  devices: string[],
): Promise<void> {
  if (devices.length === 0) return;
  const ids = await requireDevices(client, accountId, devices);
  const source = db.selectFrom(unnest('v', { deviceId: texts(ids) }));
  const insert = insertFrom(db.insertInto('DeviceGroupMember'), source, (eb) => ({
    groupId,
    deviceId: eb.ref('v.deviceId'),
  }));
  await execute(client, insert);
}

async function toGroups({ pool }: AppContext, accountId: string, rows: GroupRow[]): Promise<DeviceGroup[]> {
  const counts = new Map<string, number>();
  const selects = rows.flatMap(({ id, rule }) => (rule ? [selectCount(accountId, { id, rule })] : []));
  if (selects.length > 0) {
    const counted = await execute(
      pool,
      selects.reduce((all, next) => all.unionAll(next)),
    );
    for (const { id, count } of counted) counts.set(id, count);
  }
  return rows.map(({ id, name, rule, deviceIds, createdAt }) => ({
    _id: id,
    name,
    devices: rule ? null : deviceIds,
    rule,
    deviceCount: rule ? (counts.get(id) ?? 0) : deviceIds.length,
    createdAt: createdAt.toISOString(),
  }));
}

function selectCount(accountId: string, { id, rule }: { id: string; rule: DeviceRule }) {
  return devicesWithNodes
    .select((eb) => [sql<string>`${id}::text`.as('id'), int(eb.fn.countAll()).as('count')])
    .where(ruleCondition(ruleValues(allDevices(accountId), rule)));
}
