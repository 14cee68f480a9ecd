import type { Pool } from 'pg';
import { newId } from './ids';
import { db, execute, executeFirst } from './sql';

/** Returns the ID of the installation that uses this database, and creates it at the first start. */
export async function readInstallationId(pool: Pool): Promise<string> {
  const insert = db
    .insertInto('Installation')
    .values({ row: 1, id: newId() })
    .onConflict((conflict) => conflict.doNothing());
  await execute(pool, insert);
  const row = await executeFirst(pool, db.selectFrom('Installation').select('id'));
  if (!row) throw new Error('The table Installation is empty. Start the server again.');
  return row.id;
}
