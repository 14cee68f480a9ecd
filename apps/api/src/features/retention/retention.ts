import { LIMITS } from '@drover/contract';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { firstIdAt } from '../../database/ids';
import { execute, executeCount, executeFirst } from '../../database/sql';
import { startPeriodicTask } from '../../tasks/periodic-task';
import type { AppContext } from '../../context/app-context';
import {
  checkOldContent,
  datedRows,
  deleteFormerSecrets,
  deleteUnusedFailures,
  deliveryRows,
  mailRows,
  type DatedRows,
} from './statements';

const dayMs = 86_400_000;
const intervalMs = 3_600_000;
/** How soon after the start the first deletion begins, so that servers that are restarted often delete as well. */
const firstMs = 60_000;

/** Maximum number of rows per statement, so that other statements do not wait long. */
const maxRows = 500;
/** Pauses are at least so long, and longer than the statement before by this factor, so that requests have priority. */
const [minPauseMs, pauseFactor] = [20, 4];

/**
 * Deletes records that are older than RETENTION_DAYS, and returns their number. Nodes that run it at the same time share
 * the work.
 */
export async function deleteExpired({ pool, settings }: AppContext): Promise<number> {
  await execute(pool, deleteFormerSecrets);
  if (settings.RETENTION_DAYS === 0) return 0;
  const before = new Date(Date.now() - settings.RETENTION_DAYS * dayMs);
  let deleted = 0;
  for (const rows of datedRows) deleted += await deleteSlices(pool, rows, before);
  deleted += await deleteParts(async () => {
    const failures = await executeCount(pool, deleteUnusedFailures({ maxRows }));
    return { checked: failures, deleted: failures };
  });
  return deleted + (await deleteParts(() => executeFirst(pool, checkOldContent({ before, maxRows }))));
}

/** Deletes webhook deliveries that are older than their log reaches, and returns their number. */
export function deleteOldDeliveries({ pool }: AppContext): Promise<number> {
  const before = new Date(Date.now() - LIMITS.webhookDeliverySeconds * 1000);
  return deleteSlices(pool, deliveryRows, before);
}

/** Deletes emails that are older than their list reaches, and returns their number. */
export function deleteOldMails({ pool }: AppContext): Promise<number> {
  return deleteSlices(pool, mailRows, new Date(Date.now() - LIMITS.mailSeconds * 1000));
}

/** Goes through the rows once, so that old rows which stay, such as open runs, are looked at only once. */
async function deleteSlices(pool: Pool, { findEnd, deleteSlice }: DatedRows, before: Date): Promise<number> {
  const firstKept = firstIdAt(before);
  let [total, from] = [0, ''];
  while (from < firstKept) {
    const startedAt = Date.now();
    const next = await executeFirst(pool, findEnd({ from, maxRows }));
    const until = next && next.id < firstKept ? next.id : firstKept;
    total += await executeCount(pool, deleteSlice({ before, from, until }));
    from = until;
    await pauseAfter(startedAt);
  }
  return total;
}

interface DeletedPart {
  checked: number;
  deleted: number;
}

/** Deletes part by part, until a statement has found fewer rows than it may check. */
async function deleteParts(deletePart: () => Promise<DeletedPart | undefined>): Promise<number> {
  for (let total = 0; ;) {
    const startedAt = Date.now();
    const { checked, deleted } = (await deletePart()) ?? { checked: 0, deleted: 0 };
    total += deleted;
    await pauseAfter(startedAt);
    if (checked < maxRows) return total;
  }
}

function pauseAfter(startedAt: number): Promise<void> {
  return delay(Math.max(minPauseMs, pauseFactor * (Date.now() - startedAt)));
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
    startPeriodicTask(() => deleteOldMails(context), {
      everyMs: intervalMs,
      log,
      failure: 'failed to delete old emails; retrying in an hour',
    }),
  ];
  const first = setTimeout(() => tasks.forEach(({ runNow }) => runNow()), firstMs);
  return () => {
    clearTimeout(first);
    return Promise.all(tasks.map(({ end }) => end()));
  };
}
