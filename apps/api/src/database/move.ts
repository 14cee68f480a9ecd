import type { ClientBase, Pool } from 'pg';
import { transact } from './transaction';

/** Rows per batch. A row of content has up to 3 MB, a block of log lines some 10 kB and rarely 40 kB. */
const batchRows: Record<string, number | undefined> = { Content: 10, RunLog: 200 };
const defaultBatchRows = 1000;

/** Tables that are not copied: the target has its own record of migrations, and its triggers count the copied runs and stores. */
const excludedTables = [
  '_prisma_migrations',
  ...['RunChange', 'JobCount', 'HourlyRuns', 'TimeChange', 'DailyTimes'],
  ...['FailureChange', 'FailureTotal', 'FailureCount', 'FailureVersion', 'FailureDevice'],
  'StoreUsage',
];

/** How many rows of a table were moved. */
interface MovedTable {
  table: string;
  rows: number;
}

/**
 * Copies all rows of one database into another with the same tables, which must be empty. Runs in one transaction, so that
 * either all rows are copied or none. No server may use either database.
 */
export function moveRows(source: Pool, target: Pool): Promise<MovedTable[]> {
  return transact(source, (from) => transact(target, (to) => moveTables(from, to)));
}

async function moveTables(from: ClientBase, to: ClientBase): Promise<MovedTable[]> {
  const moved: MovedTable[] = [];
  // A server that was started on the target has made it another installation. The moved one replaces it.
  await to.query('DELETE FROM "Installation"');
  // The owners of accounts are copied too.
  await to.query('ALTER TABLE "Account" DISABLE TRIGGER "createOwner"');
  // Entries of the audit log keep their places in the chain, or outside of it.
  await to.query('ALTER TABLE "AuditEntry" DISABLE TRIGGER "chainAuditEntry"');
  for (const table of await listTables(to)) {
    if (await countRows(to, table))
      throw new Error(`The table ${table} of the target database is not empty. Use an empty database.`);
    moved.push({ table, rows: await copyTable(from, to, table) });
  }
  for (const { table } of moved) {
    const [before, after] = [await countRows(from, table), await countRows(to, table)];
    if (before !== after)
      throw new Error(`Only ${after} of ${before} rows of the table ${table} were copied.`);
  }
  await to.query('ALTER TABLE "Account" ENABLE TRIGGER "createOwner"');
  await to.query('ALTER TABLE "AuditEntry" ENABLE TRIGGER "chainAuditEntry"');
  return moved;
}

/** Lists the tables, each after the tables that it references. */
async function listTables(client: ClientBase): Promise<string[]> {
  const tables = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> ALL($1) ORDER BY 1`,
    [excludedTables],
  );
  const references = await client.query<{ source: string; target: string }>(
    `SELECT s.relname AS source, t.relname AS target FROM pg_constraint c
     JOIN pg_class s ON s.oid = c.conrelid JOIN pg_class t ON t.oid = c.confrelid WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace`,
  );
  const waiting = new Set(tables.rows.map(({ name }) => name));
  const sorted: string[] = [];
  while (waiting.size > 0) {
    const next = [...waiting].find((name) =>
      references.rows.every(
        ({ source, target }) => source !== name || target === name || !waiting.has(target),
      ),
    );
    if (!next) throw new Error(`The tables ${[...waiting].join(', ')} reference each other.`);
    waiting.delete(next);
    sorted.push(next);
  }
  return sorted;
}

/** Lists the columns that an INSERT may name, as a list in SQL. */
async function listColumns(client: ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `SELECT string_agg(quote_ident(column_name), ',') AS columns FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  return rows[0]?.columns ?? '';
}

/** Copies rows as JSON that only the databases read and write, so that no conversion changes a value. */
async function copyTable(from: ClientBase, to: ClientBase, table: string): Promise<number> {
  await from.query(`DECLARE moved CURSOR FOR SELECT row_to_json(r)::text AS row FROM "${table}" r`);
  const size = batchRows[table] ?? defaultBatchRows;
  const columns = await listColumns(to, table);
  let count = 0;
  for (;;) {
    const { rows } = await from.query<{ row: string }>(`FETCH ${size} FROM moved`);
    if (rows.length === 0) break;
    await to.query(
      `INSERT INTO "${table}" (${columns})
       SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1)`,
      [`[${rows.map(({ row }) => row).join(',')}]`],
    );
    count += rows.length;
  }
  await from.query('CLOSE moved');
  return count;
}

async function countRows(client: ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${table}"`);
  return rows[0]?.count ?? 0;
}
