import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../database/database';
import { moveRows } from '../database/move';
import { keyFileName } from '../encryption/keys';
import { silentLog as log } from './with-database';

/** Copies the embedded database of a data directory into an empty database on PostgreSQL. */
export async function moveDatabase(dataDir: string, databaseUrl: string): Promise<void> {
  // Opening both databases applies missing migrations, and locks the data directory against a running server.
  const embedded = await openDatabase({ dataDir, log });
  const target = await openDatabase({ dataDir, databaseUrl, log });
  try {
    for (const { table, rows } of await moveRows(embedded.pool, target.pool)) {
      console.log(`${table.padEnd(20)} ${rows}`);
    }
  } finally {
    await target.close();
    await embedded.close();
  }
  console.log(
    'Moved. Start the server with DATABASE_URL from now on, and keep the data directory as a backup.',
  );
  const keyFile = join(dataDir, keyFileName);
  if (existsSync(keyFile)) {
    console.log(`Secrets need the key of the data directory: set DROVER_SECRET_KEY to the content of ${keyFile},
or DROVER_SECRET_KEY_FILE to its path, on every server.`);
  }
}
