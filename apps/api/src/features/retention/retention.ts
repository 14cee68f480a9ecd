import { LIMITS } from '@drover/contract';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { firstIdAt } from '../../database/ids';
import { execute, executeCount } from '../../database/sql';
import { startPeriodicTask } from '../../tasks/periodic-task';
import type { AppContext } from '../../context/app-context';
import { deleteDeliveries, deleteFormerSecrets, deleteStatements, type DeleteStatement } from './statements';

const dayMs = 86_400_000;
const intervalMs = 3_600_000;

/** Maximum number of rows per statement, so that other statements do not wait long. */
const maxRows = 500;
const pauseMs = 20;

/**
 * Deletes records that are older than RETENTION_DAYS, and returns their number. Nodes that run it at the same time share
 * the work.
 */
export async function deleteExpired({ pool, settings }: AppContext): Promise<number> {
  await execute(pool, deleteFormerSecrets);
  if (settings.RETENTION_DAYS === 0) return 0;
  const before = new Date(Date.now() - settings.RETENTION_DAYS * dayMs);
  let deleted = 0;
  for (const statement of deleteStatements) deleted += await deleteSlices(pool, statement, before);
  return deleted;
}

/** Deletes webhook deliveries that are older than their log reaches, and returns their number. */
export function deleteOldDeliveries({ pool }: AppContext): Promise<number> {
  const before = new Date(Date.now() - LIMITS.webhookDeliverySeconds * 1000);
  return deleteSlices(pool, deleteDeliveries, before);
}

async function deleteSlices(pool: Pool, statement: DeleteStatement, before: Date): Promise<number> {
  const slice = { before, firstId: firstIdAt(before), maxRows };
  let [total, deleted] = [0, maxRows];
  while (deleted === maxRows) {
    deleted = await executeCount(pool, statement(slice));
    total += deleted;
    await delay(pauseMs);
  }
  return total;
}

/** Deletes old records every hour. Returns the function that stops it. */
export function startRetention(context: AppContext): () => Promise<unknown> {
  const { log } = context;
  const deleteRecords = async () => {
    const deleted = await deleteExpired(context);
    if (deleted > 0) log.info({ deleted }, 'deleted old records');
  };
  const tasks = [
    startPeriodicTask(deleteRecords, {
      everyMs: intervalMs,
      log,
      failure: 'failed to delete old records; retrying in an hour',
    }),
    startPeriodicTask(() => deleteOldDeliveries(context), {
      everyMs: intervalMs,
      log,
      failure: 'failed to delete old webhook deliveries; retrying in an hour',
    }),
  ];
  return () => Promise.all(tasks.map(({ end }) => end()));
}
