import type { DeviceRule, DeviceSelector } from '@drover/contract';
import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { allDevices, type DeviceScope } from '../../auth/caller';
import { now, textArray, when } from '../../database/expressions';
import { ApiError } from '../../errors/api-error';
import { db, executeFirst, type Placeholders } from '../../database/sql';
import { devicesWithNodes } from '../../records/device-record';
import { ruleConditions, type RuleConditions } from '../../records/device-rule';
import { isInScope, scopeValues, type ScopeValues } from '../../records/device-scope';

interface Selection {
  scope: DeviceScope;
  selector: DeviceSelector;
  /** The path of the group in the request, for the error. */
  groupPath: 'group' | 'groupId' | 'selector.group';
}

const eb = expressionBuilder(devicesWithNodes);

/** What a rule compares the devices of a scope with. */
export interface RuleValues extends RuleConditions, ScopeValues {
  accountId: string;
}

export function ruleValues(scope: DeviceScope, rule: DeviceRule): RuleValues {
  return { accountId: scope.accountId, ...ruleConditions(rule), ...scopeValues(scope) };
}

/** Returns the condition that a rule sets for `devicesWithNodes`. */
export function ruleCondition(values: RuleValues | Placeholders<RuleValues>): Expression<SqlBool> {
  return eb.and([
    eb('d.accountId', '=', values.accountId),
    ...when(values.brand, (brand) => eb('d.brand', 'ilike', brand)),
    ...when(values.model, (model) => eb('d.model', 'ilike', model)),
    ...when(values.appVersion, (appVersion) => eb('d.appVersion', 'ilike', appVersion)),
    ...when(values.name, (name) => eb('d.name', 'ilike', name)),
    ...when(values.tags, (tags) => eb('d.tagKeys', '@>', textArray(tags))),
    // The devices of a node that crashed are offline once its lease has ended.
    ...when(values.online, (online) =>
      eb(eb.fn.coalesce(eb('n.leaseUntil', '>', now), eb.lit(false)), '=', online),
    ),
    ...isInScope(eb.ref('d.id'), values),
  ]);
}

/** Returns the condition that a selector sets for `devicesWithNodes`. */
export async function selectorCondition(
  client: Pool | ClientBase,
  { scope, selector: { group, ...rule }, groupPath }: Selection,
): Promise<Expression<SqlBool>> {
  const { accountId, groups } = scope;
  const condition = ruleCondition(ruleValues(scope, rule));
  if (group === undefined) return condition;
  if (groups && !groups.some(({ id }) => id === group)) throw unknownGroup(groupPath);
  const select = db
    .selectFrom('DeviceGroup')
    .select(['id', 'rule'])
    .where('id', '=', group)
    .where('accountId', '=', accountId);
  const found = await executeFirst(client, select);
  if (!found) throw unknownGroup(groupPath);
  return eb.and([condition, groupCondition(accountId, found)]);
}

/** Returns the condition that a group sets for `devicesWithNodes`. */
export function groupCondition(
  accountId: string,
  { id, rule }: { id: string; rule: DeviceRule | null },
): Expression<SqlBool> {
  if (rule) return ruleCondition(ruleValues(allDevices(accountId), rule));
  const members = db.selectFrom('DeviceGroupMember').select('deviceId').where('groupId', '=', id);
  return eb('d.id', 'in', members);
}

function unknownGroup(path: string): ApiError {
  return new ApiError('notFound', {
    message: 'The device group does not exist or belongs to another account. Nothing was changed.',
    errors: [{ path, message: 'must be the id of one of your device groups' }],
  });
}
