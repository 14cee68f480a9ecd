import type { AppContext } from '../../context/app-context';
import { now } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { transact } from '../../database/transaction';
import { startPeriodicTask } from '../../tasks/periodic-task';
import { sweepStore } from './operations';

const intervalMs = 60_000;

/** Most expired entries whose stores one statement looks for. */
const maxRows = 500;

/** Deletes expired entries, one store after the other, and returns their number. */
export async function sweepStores({ pool }: AppContext): Promise<number> {
  let deleted = 0;
  for (;;) {
    const expired = await execute(
      pool,
      db
        .selectFrom('StoreEntry')
        .select(['accountId', 'ownerId'])
        .where('expiresAt', '<=', now)
        .orderBy('expiresAt')
        .limit(maxRows),
    );
    const stores = new Map(expired.map((ids) => [`${ids.accountId} ${ids.ownerId}`, ids]));
    for (const ids of stores.values()) {
      deleted += await transact(pool, (client) => sweepStore(client, ids));
    }
    if (expired.length < maxRows) return deleted;
  }
}

/** Sweeps every minute. Returns the function that stops it. */
export function startStoreSweep(context: AppContext): () => Promise<unknown> {
  const task = startPeriodicTask(() => sweepStores(context), {
    everyMs: intervalMs,
    log: context.log,
    failure: 'failed to delete expired entries of stores',
  });
  return () => task.end();
}
