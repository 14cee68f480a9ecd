import { pino, type Logger } from 'pino';
import type { Settings } from '../context/settings';
import { openDatabase, type Database } from '../database/database';

/** The log of commands that report by their own output. */
export const silentLog = pino({ level: 'silent' });

/** Opens the database of the settings, applies pending migrations, and closes it after the work. */
export async function withDatabase<Result>(
  { DATA_DIR, DATABASE_URL }: Settings,
  log: Logger,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, log });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
