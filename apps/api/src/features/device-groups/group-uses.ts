import { sql, type RawBuilder } from 'kysely';
import type { ClientBase } from 'pg';
import { textArray } from '../../database/expressions';
import { db, execute } from '../../database/sql';

/** The number of uses that an error message names. */
const maxUses = 5;

/** Describes the presets, repositories, notification settings, rules for approvals, schedules and roles that select devices by the group. */
export async function findGroupUses(
  client: ClientBase,
  accountId: string,
  groupId: string,
): Promise<string[]> {
  const selectPresets = db
    .selectFrom('Preset')
    .select('name')
    .where('accountId', '=', accountId)
    .where('groupId', '=', groupId);
  const selectSettings = db
    .selectFrom('Account')
    .select('id')
    .where('id', '=', accountId)
    .where((eb) => eb(eb.ref('notifySelector', '->>').key('group'), '=', groupId));
  const selectRules = db
    .selectFrom('Account')
    .select('id')
    .where('id', '=', accountId)
    .where('approvalGroupIds', '@>', textArray([groupId]));
  const selectRepositories = db
    .selectFrom('RepositoryPin as n')
    .innerJoin('Repository as o', 'o.id', 'n.repositoryId')
    .select('o.name')
    .where('n.groupId', '=', groupId)
    .where('o.accountId', '=', accountId);
  const presets = await execute(client, selectPresets);
  const repositories = await execute(client, selectRepositories);
  const rules = await execute(client, selectRules);
  const settings = await execute(client, selectSettings);
  const schedules = await findSchedules(client, accountId, groupId);
  const bound = await findBound(client, accountId, groupId);
  return [
    ...presets.map(({ name }) => `the preset "${name}"`),
    ...repositories.map(({ name }) => `the repository "${name}"`),
    ...settings.map(() => 'the notification settings'),
    ...rules.map(() => 'the rules for approvals'),
    ...schedules.map((name) => `the schedule "${name}"`),
    ...bound.map(({ kind, name }) => `the role of the ${kind} "${name}"`),
  ].slice(0, maxUses);
}

/** Finds the members, invitations and tokens that are bound to the group. */
function findBound(client: ClientBase, accountId: string, groupId: string) {
  const bound = (table: 'Member' | 'Invitation' | 'AccessToken', kind: string, name: RawBuilder<string>) =>
    db
      .selectFrom(`${table} as t`)
      .$if(table === 'Member', (query) => query.innerJoin('Person as p', 'p.id', 't.personId' as never))
      .select([sql<string>`${sql.lit(kind)}`.as('kind'), name.as('name')])
      .where('t.accountId', '=', accountId)
      .where('t.groupIds', '@>', textArray([groupId]));
  return execute(
    client,
    bound('Member', 'member', sql`p.name`)
      .unionAll(bound('Invitation', 'invitation', sql`coalesce(t.name, t.id)`))
      .unionAll(bound('AccessToken', 'token', sql`t.name`)),
  );
}

/**
 * Returns the names of schedules that use the group. SQL only narrows the search, because its JSON operators fail on
 * some texts that `vars` may contain.
 */
async function findSchedules(client: ClientBase, accountId: string, groupId: string): Promise<string[]> {
  const select = db
    .selectFrom('Schedule')
    .select(['name', 'job'])
    .where('accountId', '=', accountId)
    .where((eb) => eb(eb.cast<string>('job', 'text'), 'like', `%${groupId}%`));
  const rows = await execute(client, select);
  return rows.filter(({ job }) => job.selector?.group === groupId).map(({ name }) => name);
}
