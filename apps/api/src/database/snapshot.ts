import type { ClientBase } from 'pg';

/** Begins a transaction in which all statements see the same state of the database. End it with `endSnapshot`. */
export async function beginSnapshot(client: ClientBase): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
}

/** Ends a transaction that has only read. */
export async function endSnapshot(client: ClientBase): Promise<void> {
  await client.query('ROLLBACK');
}

/** Returns whether the database has a table, which one with pending migrations may lack. */
export async function hasTable(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    'SELECT to_regclass(quote_ident($1)) IS NOT NULL AS exists',
    [name],
  );
  return rows[0]?.exists ?? false;
}
