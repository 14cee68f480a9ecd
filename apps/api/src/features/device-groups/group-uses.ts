import type { ClientBase } from 'pg';
import { db, execute } from '../../database/sql';

/** The number of uses that an error message names. */
const maxUses = 5;

/** Describes the presets, notification settings and schedules that select devices by the group. */
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
  const presets = await execute(client, selectPresets);
  const settings = await execute(client, selectSettings);
  const schedules = await findSchedules(client, accountId, groupId);
  return [
    ...presets.map(({ name }) => `the preset "${name}"`),
    ...settings.map(() => 'the notification settings'),
    ...schedules.map((name) => `the schedule "${name}"`),
  ].slice(0, maxUses);
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
