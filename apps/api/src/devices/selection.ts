import type { DeviceRule, DeviceSelector } from '@drover/contract';
import type { ClientBase, Pool } from 'pg';
import { Prisma } from '../database/client/client';
import { ApiError } from '../http/api-error';
import { given, literally } from '../http/lists';

type Condition = Prisma.Sql | undefined;

interface Selection {
  accountId: string;
  selector: DeviceSelector;
  /** Where the request names the group. */
  groupPath: 'group' | 'selector.group';
}

/** What holds for the devices of an account that are meant; of "Device" d and its "Node" n. */
export async function deviceConditions(
  client: Pool | ClientBase,
  { accountId, selector: { group, ...rule }, groupPath }: Selection,
): Promise<Condition[]> {
  const conditions = ruleConditions(accountId, rule);
  if (group === undefined) return conditions;
  const { rows } = await client.query<{ rule: DeviceRule | null }>(
    'SELECT rule FROM "DeviceGroup" WHERE id = $1 AND "accountId" = $2',
    [group, accountId],
  );
  if (!rows[0]) throw unknownGroup(groupPath);
  return [...conditions, ...groupConditions(accountId, { id: group, rule: rows[0].rule })];
}

function groupConditions(accountId: string, { id, rule }: { id: string; rule: DeviceRule | null }) {
  if (rule) return ruleConditions(accountId, rule);
  return [Prisma.sql`d.id IN (SELECT "deviceId" FROM "DeviceGroupMember" WHERE "groupId" = ${id})`];
}

/** The same for conditions that name no group. */
export function ruleConditions(
  accountId: string,
  { brand, model, appVersion, name, tag, online }: DeviceRule,
): Condition[] {
  return [
    Prisma.sql`d."accountId" = ${accountId}`,
    given(brand, (text) => Prisma.sql`d.brand ILIKE ${literally(text)}`),
    given(model, (text) => Prisma.sql`d.model ILIKE ${literally(text)}`),
    given(appVersion, (text) => Prisma.sql`d."appVersion" ILIKE ${literally(text)}`),
    given(name, (text) => Prisma.sql`d.name ILIKE ${`%${literally(text)}%`}`),
    given(tag, (text) => Prisma.sql`d."tagKeys" @> ARRAY[${text.toLowerCase()}]`),
    // A node that died takes its devices with it: they are online no longer than its lease.
    given(online, (isOnline) => Prisma.sql`COALESCE(n."leaseUntil" > now(), false) = ${isOnline}`),
  ];
}

function unknownGroup(path: string): ApiError {
  return new ApiError('notFound', {
    message: 'The device group is not there, or not yours. Nothing was done.',
    errors: [{ path, message: 'must be the id of one of your device groups' }],
  });
}
