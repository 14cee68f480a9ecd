import type { Client } from 'pg';

/**
 * Hashes a chain of entries in one pass. The trigger of the table updates the row of the chain for each entry, and within one
 * statement each update searches through all before it.
 */
const aggregate = `
  CREATE OR REPLACE FUNCTION pg_temp."nextHash"(hash text, head text, entry text) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT encode(sha256(convert_to(coalesce(hash, head) || E'\\n' || entry, 'UTF8')), 'hex')
  $$;
  CREATE OR REPLACE AGGREGATE pg_temp."chainHash"(text, text) (SFUNC = pg_temp."nextHash", STYPE = text)`;

/** Defines the functions of `appendToChain` for this connection. */
export async function prepareChain(client: Client): Promise<void> {
  await client.query(aggregate);
}

/** An entry of the audit log, as SQL for each of its columns. */
export type EntryColumns = Record<string, string>;

/**
 * Returns a statement that appends an entry to the chain of the account $1 for each `n` of the rows, in this order. The trigger
 * of the table keeps numbers and hashes.
 */
export function appendToChain(columns: EntryColumns, rows: string): string {
  const names = [...Object.keys(columns), 'changes', 'number'];
  const fields = Object.entries(columns).map(([name, value]) => `'${name}', ${value}`);
  return `
    WITH head AS (
      SELECT coalesce(max(number), 0) AS number, coalesce(max(hash), '') AS hash
      FROM "AuditChain" WHERE "accountId" = $1
    ), added AS (
      INSERT INTO "AuditEntry" (${names.map((name) => `"${name}"`).join(', ')}, hash)
      SELECT ${names.map((name) => `e."${name}"`).join(', ')},
             pg_temp."chainHash"(head.hash, "auditText"(e)) OVER (ORDER BY e.number)
      FROM head, (SELECT n, row_number() OVER (ORDER BY n) AS number ${rows}) numbers,
        json_populate_record(NULL::"AuditEntry", json_build_object(
          ${fields.join(', ')}, 'changes', '[]'::json, 'number', head.number + numbers.number)) e
      RETURNING number, hash
    )
    INSERT INTO "AuditChain" ("accountId", number, hash)
    SELECT $1, number, hash FROM added ORDER BY number DESC LIMIT 1
    ON CONFLICT ("accountId") DO UPDATE SET number = excluded.number, hash = excluded.hash`;
}
