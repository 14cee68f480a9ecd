import type { Service } from '../service';

/** How rows belong to an account, in the tables that do not say so themselves. */
const belonging: Record<string, string> = {
  Account: 't.id = $1',
  DevscriptFile: 't."devscriptId" IN (SELECT id FROM "Devscript" WHERE "accountId" = $1)',
  PromotionCode: 't."devscriptId" IN (SELECT id FROM "Devscript" WHERE "accountId" = $1)',
  ScriptVersion: 't."scriptId" IN (SELECT id FROM "Script" WHERE "accountId" = $1)',
  RunLog: 't."runId" IN (SELECT id FROM "Run" WHERE "accountId" = $1)',
  MessageDelivery: 't."messageId" IN (SELECT id FROM "Message" WHERE "accountId" = $1)',
};

/** Belong to nobody; the audit log is written after an answer, and so of no use for "nothing changed". */
const passedOver = ['Content', 'Node', 'AuditEntry', '_prisma_migrations'];

/** The rows of an account, table by table: their number and a digest of all they hold but times of use. */
export async function stateOf({ pool }: Service, accountId: string): Promise<Record<string, string>> {
  const { rows: columns } = await pool.query<{ table: string; owned: boolean }>(
    `SELECT table_name AS table, bool_or(column_name = 'accountId') AS owned
     FROM information_schema.columns WHERE table_schema = 'public' GROUP BY 1 ORDER BY 1`,
  );
  const counted = columns
    .filter(({ table }) => !passedOver.includes(table))
    .map(({ table, owned }) => {
      const where = owned ? 't."accountId" = $1' : belonging[table];
      if (!where) {
        throw new Error(`Say in contract-tests/account-state.ts how "${table}" belongs to an account.`);
      }
      const row = `(to_jsonb(t) - 'lastUsedAt')::text`;
      return `SELECT '${table}' AS table, count(*) || ' ' || coalesce(md5(string_agg(${row}, '' ORDER BY ${row})), '')
              AS state FROM "${table}" t WHERE ${where}`;
    });
  const { rows } = await pool.query<{ table: string; state: string }>(counted.join(' UNION ALL '), [
    accountId,
  ]);
  return Object.fromEntries(rows.map(({ table, state }) => [table, state]));
}
