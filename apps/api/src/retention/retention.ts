import { LIMITS } from '@drover/contract';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { firstIdAt } from '../database/ids';
import { lookAgain } from '../look-again';
import type { Service } from '../service';
import { expiredStatements, formerSecrets, oldDeliveries } from './statements';

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
  for (const statement of expiredStatements) removed += await removeSlices(pool, statement, before);
  return removed;
}

/** Removes deliveries of webhooks that are older than their log reaches. Gives how many rows went. */
export function removeOldDeliveries({ pool }: Service): Promise<number> {
  return removeSlices(pool, oldDeliveries, new Date(Date.now() - LIMITS.webhookDeliverySeconds * 1000));
}

async function removeSlices(pool: Pool, statement: string, before: Date): Promise<number> {
  let removed = 0;
  for (let slice = sliceRows; slice === sliceRows; removed += slice) {
    slice = (await pool.query(statement, [firstIdAt(before), before, sliceRows])).rowCount ?? 0;
    await delay(pauseMs);
  }
  return removed;
}

/** Removes all this every hour. Gives what ends it. */
export function startRetention(service: Service): () => Promise<unknown> {
  const { log } = service;
  const removeRecords = async () => {
    const removed = await removeExpired(service);
    if (removed > 0) log.info({ removed }, 'old records removed');
  };
  const looking = [
    lookAgain(removeRecords, {
      everyMs: roundMs,
      log,
      failure: 'old records not removed; the next hour goes on',
    }),
    lookAgain(() => removeOldDeliveries(service), {
      everyMs: roundMs,
      log,
      failure: 'old webhook deliveries not removed; the next hour goes on',
    }),
  ];
  return () => Promise.all(looking.map(({ end }) => end()));
}
