import type { CreateJob } from '@drover/contract';
import type { ClientBase } from 'pg';

/** Uses that are told; there may be more. */
const toldUses = 5;

/** What chooses its devices by a group, in words: whoever wants to delete the group is told. */
export async function findUses(client: ClientBase, accountId: string, groupId: string): Promise<string[]> {
  const { rows } = await client.query<{ use: string }>(
    `SELECT 'the preset "' || name || '"' AS use FROM "Preset" WHERE "accountId" = $1 AND "groupId" = $2
     UNION ALL
     SELECT 'the notification settings' FROM "Account" WHERE id = $1 AND "notifySelector"->>'group' = $2`,
    [accountId, groupId],
  );
  const schedules = await findSchedules(client, accountId, groupId);
  return [...rows.map(({ use }) => use), ...schedules].slice(0, toldUses);
}

/** The group is looked for outside of SQL, whose JSON does not know every text that vars may have. */
async function findSchedules(client: ClientBase, accountId: string, groupId: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; job: CreateJob }>(
    `SELECT name, job FROM "Schedule" WHERE "accountId" = $1 AND job::text LIKE '%' || $2 || '%'`,
    [accountId, groupId],
  );
  return rows.flatMap(({ name, job }) => (job.selector?.group === groupId ? [`the schedule "${name}"`] : []));
}
