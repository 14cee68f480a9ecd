import { setTimeout as delay } from 'node:timers/promises';
import { firstIdAt } from '../database/ids';
import type { Service } from '../service';
import { expiredStatements, formerSecrets } from './statements';

const dayMs = 86_400_000;
const roundMs = 3_600_000;

/** What one statement removes: little enough to let others in between. */
const sliceRows = 500;
const pauseMs = 20;

/** Removes what is older than RETENTION_DAYS. Nodes that do it at once share the work. Gives how many rows went. */
export async function removeExpired({ pool, settings }: Service): Promise<number> {
  await pool.query(formerSecrets);
  if (settings.RETENTION_DAYS === 0) return 0;
  const before = new Date(Date.now() - settings.RETENTION_DAYS * dayMs);
  let removed = 0;
  for (const statement of expiredStatements) {
    for (let slice = sliceRows; slice === sliceRows; removed += slice) {
      slice = (await pool.query(statement, [firstIdAt(before), before, sliceRows])).rowCount ?? 0;
      await delay(pauseMs);
    }
  }
  return removed;
}

/** Removes it every hour. Gives what ends it. */
export function startRetention(service: Service): () => void {
  const timer = setInterval(() => {
    removeExpired(service).then(
      (removed) => void (removed > 0 && service.log.info({ removed }, 'old records removed')),
      (error: unknown) => service.log.warn({ err: error }, 'old records not removed; the next hour goes on'),
    );
  }, roundMs);
  return () => clearInterval(timer);
}
