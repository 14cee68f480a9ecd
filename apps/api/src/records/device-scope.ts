import { sql, type Expression, type SqlBool } from 'kysely';
import type { DeviceScope } from '../auth/caller';
import { anyOf, booleans, now, texts, textArray, unnest } from '../database/expressions';
import { db, type Placeholders } from '../database/sql';
import { ruleConditions } from './device-rule';

/** The groups of a scope as parameters of statements: their IDs, and one value per rule. Absent for all devices. */
export interface ScopeValues {
  groupIds?: string[];
  groupBrands?: (string | null)[];
  groupModels?: (string | null)[];
  groupVersions?: (string | null)[];
  groupNames?: (string | null)[];
  groupTags?: (string | null)[];
  groupStates?: (boolean | null)[];
}

/** Returns the values of a scope, to be spread into those of a statement. A new condition of rules belongs here. */
export function scopeValues({ groups }: DeviceScope): ScopeValues {
  if (!groups) return {};
  const rules = groups.flatMap(({ rule }) => (rule ? [ruleConditions(rule)] : []));
  return {
    groupIds: groups.flatMap(({ id, rule }) => (rule ? [] : [id])),
    groupBrands: rules.map(({ brand }) => brand ?? null),
    groupModels: rules.map(({ model }) => model ?? null),
    groupVersions: rules.map(({ appVersion }) => appVersion ?? null),
    groupNames: rules.map(({ name }) => name ?? null),
    groupTags: rules.map(({ tags }) => tags?.[0] ?? null),
    groupStates: rules.map(({ online }) => online ?? null),
  };
}

type Values = { accountId: string } & ScopeValues;

/** A scope in a statement, as values or as placeholders of `defineStatement`. */
export type StatementScope = Values | Placeholders<Values>;

/**
 * Returns the condition that a device is in the scope of a statement, to be spread into `eb.and`. Membership is evaluated
 * when the statement runs.
 */
export function isInScope(
  deviceId: Expression<string | null>,
  values: StatementScope,
): Expression<SqlBool>[] {
  if (values.groupIds === undefined) return [];
  return [sql<SqlBool>`${deviceId} IN (${selectScope(values)})`];
}

/** Selects the IDs of the devices in the groups of a scope. */
function selectScope(values: StatementScope) {
  const { groupIds = [], groupBrands = [], groupModels = [], groupVersions = [] } = values;
  const { groupNames = [], groupTags = [], groupStates = [] } = values;
  const rules = unnest('rule', {
    brand: texts<string | null>(groupBrands),
    model: texts<string | null>(groupModels),
    appVersion: texts<string | null>(groupVersions),
    name: texts<string | null>(groupNames),
    tag: texts<string | null>(groupTags),
    online: booleans<boolean | null>(groupStates),
  });
  const byRule = db
    .selectFrom(rules)
    .innerJoin('Device as scoped', (join) => join.on('scoped.accountId', '=', values.accountId))
    .leftJoin('Node as node', 'node.id', 'scoped.nodeId')
    .select('scoped.id')
    .where(({ and, or, eb, ref, fn, lit }) =>
      and([
        ...(['brand', 'model', 'appVersion', 'name'] as const).map((name) =>
          or([eb(`rule.${name}`, 'is', null), eb(`scoped.${name}`, 'ilike', ref(`rule.${name}`))]),
        ),
        or([
          eb('rule.tag', 'is', null),
          eb('scoped.tagKeys', '@>', textArray(sql`array[${ref('rule.tag')}]`)),
        ]),
        or([
          eb('rule.online', 'is', null),
          eb(fn.coalesce(eb('node.leaseUntil', '>', now), lit(false)), '=', ref('rule.online')),
        ]),
      ]),
    );
  return db
    .selectFrom('DeviceGroupMember')
    .select('deviceId as id')
    .where('groupId', '=', anyOf(groupIds))
    .unionAll(byRule);
}
