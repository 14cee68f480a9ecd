import { createLog } from '../http/logging';
import { withDatabase } from './with-database';
import type { CommandInput } from './command-input';

/** Applies pending migrations, which a start would apply too. Logs each of them. */
export async function migrate({ settings }: CommandInput): Promise<void> {
  await withDatabase(settings, createLog(settings), async () => {
    console.log('The database has all migrations of this version.');
  });
}
