import type { ClientBase } from 'pg';

/** What chooses its devices by a group, in words: whoever wants to delete the group is told. */
export async function findUses(client: ClientBase, accountId: string, groupId: string): Promise<string[]> {
  const { rows } = await client.query<{ use: string }>(
    `SELECT 'the preset "' || name || '"' AS use FROM "Preset" WHERE "accountId" = $1 AND "groupId" = $2
     UNION ALL
     SELECT 'the schedule "' || name || '"' FROM "Schedule"
     WHERE "accountId" = $1 AND job->'selector'->>'group' = $2
     UNION ALL
     SELECT 'the notification settings' FROM "Account" WHERE id = $1 AND "notifySelector"->>'group' = $2
     LIMIT 5`,
    [accountId, groupId],
  );
  return rows.map(({ use }) => use);
}
