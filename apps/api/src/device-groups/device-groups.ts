import {
  LIMITS,
  type CreateDeviceGroup,
  type DeviceGroup,
  type DeviceGroupList,
  type DeviceRule,
  type Paging,
  type UpdateDeviceGroup,
} from '@drover/contract';
import type { PoolClient } from 'pg';
import { Prisma } from '../database/client/client';
import { refuseWhereFull } from '../database/full';
import { newId } from '../database/ids';
import { transact } from '../database/transaction';
import { unlessTaken } from '../database/unique';
import { namedDevices } from '../devices/named';
import { ruleConditions } from '../devices/selection';
import { ApiError, found } from '../http/api-error';
import { allOf, listPage, selectRows } from '../http/lists';
import type { Service } from '../service';
import { findUses } from './uses';

interface Row {
  id: string;
  name: string;
  rule: DeviceRule | null;
  deviceIds: string[];
  createdAt: Date;
}

const room = {
  table: 'DeviceGroup',
  max: LIMITS.deviceGroups,
  message: `An account has at most ${LIMITS.deviceGroups} device groups. Delete one that is not used.`,
} as const;

const nameTaken = 'There is a device group of this name already. Choose another one.';

/** To be followed by WHERE. */
const selectGroups = Prisma.sql`
  SELECT g.id, g.name, g.rule, g."createdAt",
    ARRAY(SELECT "deviceId" FROM "DeviceGroupMember" WHERE "groupId" = g.id ORDER BY 1) AS "deviceIds"
  FROM "DeviceGroup" g`;

export async function listDeviceGroups(
  service: Service,
  accountId: string,
  paging: Paging,
): Promise<DeviceGroupList> {
  const rows = selectRows<Row>(service.pool, selectGroups, [Prisma.sql`g."accountId" = ${accountId}`]);
  const { items, ...page } = await listPage(paging, { ...rows, item: (row) => row });
  return { ...page, items: await toGroups(service, accountId, items) };
}

export async function getDeviceGroup(
  service: Service,
  accountId: string,
  groupId: string,
): Promise<DeviceGroup> {
  const own = Prisma.sql`${selectGroups} WHERE g.id = ${groupId} AND g."accountId" = ${accountId}`;
  const row = found((await service.pool.query<Row>(own)).rows[0]);
  return found((await toGroups(service, accountId, [row]))[0]);
}

/** A device that is not the caller's fails it whole. */
export async function createDeviceGroup(
  service: Service,
  accountId: string,
  { name, rule, devices = [] }: CreateDeviceGroup,
): Promise<DeviceGroup> {
  const groupId = newId();
  const create = transact(service.pool, async (client) => {
    await refuseWhereFull(client, { accountId, ...room });
    await client.query(`INSERT INTO "DeviceGroup" (id, "accountId", name, rule) VALUES ($1, $2, $3, $4)`, [
      ...[groupId, accountId, name, rule ? JSON.stringify(rule) : null],
    ]);
    await insertMembers(client, { accountId, groupId }, devices);
  });
  await unlessTaken(create, nameTaken);
  return getDeviceGroup(service, accountId, groupId);
}

export async function updateDeviceGroup(
  service: Service,
  { accountId, groupId }: { accountId: string; groupId: string },
  { name, rule, devices }: UpdateDeviceGroup,
): Promise<void> {
  const changesMembers = rule !== undefined || devices !== undefined;
  const update = transact(service.pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE "DeviceGroup" SET name = COALESCE($3, name), rule = CASE WHEN $4 THEN $5::json ELSE rule END
       WHERE id = $1 AND "accountId" = $2`,
      [groupId, accountId, name ?? null, changesMembers, rule ? JSON.stringify(rule) : null],
    );
    found(rowCount || null);
    if (!changesMembers) return;
    await client.query('DELETE FROM "DeviceGroupMember" WHERE "groupId" = $1', [groupId]);
    await insertMembers(client, { accountId, groupId }, devices ?? []);
  });
  await unlessTaken(update, nameTaken);
}

/** Its devices stay. What would choose other devices without it keeps it from going. */
export async function removeDeviceGroup(service: Service, accountId: string, groupId: string): Promise<void> {
  await transact(service.pool, async (client) => {
    const { rowCount } = await client.query('DELETE FROM "DeviceGroup" WHERE id = $1 AND "accountId" = $2', [
      groupId,
      accountId,
    ]);
    found(rowCount || null);
    const uses = await findUses(client, accountId, groupId);
    if (uses.length === 0) return;
    const message = `The device group is used by ${uses.join(', ')}. Change that first.`;
    throw new ApiError('conflict', { message });
  });
}

async function insertMembers(
  client: PoolClient,
  { accountId, groupId }: { accountId: string; groupId: string },
  devices: string[],
): Promise<void> {
  if (devices.length === 0) return;
  const ids = await namedDevices(client, accountId, devices);
  await client.query(
    `INSERT INTO "DeviceGroupMember" ("groupId", "deviceId") SELECT $1, unnest($2::text[])`,
    [groupId, ids],
  );
}

async function toGroups({ pool }: Service, accountId: string, rows: Row[]): Promise<DeviceGroup[]> {
  const counts = new Map<string, number>();
  const ruled = rows.flatMap(({ id, rule }) => (rule ? [countOf(accountId, { id, rule })] : []));
  if (ruled.length > 0) {
    const counted = await pool.query<{ id: string; count: number }>(Prisma.join(ruled, ' UNION ALL '));
    for (const { id, count } of counted.rows) counts.set(id, count);
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

function countOf(accountId: string, { id, rule }: { id: string; rule: DeviceRule }): Prisma.Sql {
  return Prisma.sql`SELECT ${id}::text AS id, count(*)::int AS count
    FROM "Device" d LEFT JOIN "Node" n ON n.id = d."nodeId" WHERE ${allOf(ruleConditions(accountId, rule))}`;
}
