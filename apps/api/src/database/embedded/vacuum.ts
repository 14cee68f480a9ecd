import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { startPeriodicTask } from '../../tasks/periodic-task';

const intervalMs = 60_000;

/** Maximum time that a pass waits for the database to be idle. */
const maxIdleWaitMs = 60_000;

/** Time without statements after which the database counts as idle. */
const idleMs = 100;

/** A quarter of the rows that PostgreSQL samples by default, because other statements wait meanwhile. */
const fewerSamples = 'SET LOCAL default_statistics_target = 25';

/** Time for other statements after each of these, in multiples of the time for which they waited. */
const pauseFactor = 9;

interface VacuumOptions {
  signal?: AbortSignal;
  /** Maximum total time for which the steps wait for the database to be idle. Default: 0. */
  maxWaitMs?: number;
}

/**
 * Removes dead rows and updates the planner's statistics of tables that changed much, with PostgreSQL's own thresholds
 * (autovacuum_vacuum_scale_factor and the like). Returns the names of these tables. PGlite has no background process that
 * does it. Other statements wait for one step at a time. Ends early at the signal.
 */
export async function vacuumTables(
  pool: Pool,
  { signal, maxWaitMs = 0 }: VacuumOptions = {},
): Promise<string[]> {
  const deadline = performance.now() + maxWaitMs;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_stat_user_tables WHERE schemaname = current_schema()
     AND (n_dead_tup > 50 + 0.2 * n_live_tup OR n_mod_since_analyze > 50 + 0.1 * n_live_tup) ORDER BY n_dead_tup`,
  );
  const names = rows.map(({ name }) => name);
  const steps = names.flatMap((name) => [
    `VACUUM ${name}`,
    `BEGIN; ${fewerSamples}; ANALYZE ${name}; COMMIT`,
  ]);
  for (const step of steps) {
    await untilIdle(pool, deadline, signal);
    if (signal?.aborted) break;
    const startedAt = performance.now();
    await pool.query(step);
    await delay(pauseFactor * (performance.now() - startedAt), undefined, { signal }).catch(() => undefined);
  }
  return names;
}

/** Resolves when the database is idle, at the latest at the deadline or the signal. */
async function untilIdle(pool: Pool, deadline: number, signal?: AbortSignal): Promise<void> {
  let usedAt = performance.now();
  const onUse = () => void (usedAt = performance.now());
  pool.on('acquire', onUse).on('release', onUse);
  try {
    for (let now = usedAt; now < deadline && !signal?.aborted; now = performance.now()) {
      const isUsed = pool.idleCount < pool.totalCount;
      const unusedMs = isUsed ? 0 : now - usedAt;
      if (unusedMs >= idleMs) return;
      await delay(idleMs - unusedMs, undefined, { signal }).catch(() => undefined);
    }
  } finally {
    pool.off('acquire', onUse).off('release', onUse);
  }
}

/** Vacuums the embedded database from time to time. Returns the function that stops it. */
export function startVacuum(pool: Pool, log: Pick<Logger, 'warn'>): () => Promise<void> {
  const ending = new AbortController();
  const { end } = startPeriodicTask(
    () => vacuumTables(pool, { signal: ending.signal, maxWaitMs: maxIdleWaitMs }),
    {
      everyMs: intervalMs,
      log,
      failure: 'failed to vacuum the embedded database; retrying in a minute',
    },
  );
  return () => {
    ending.abort();
    return end();
  };
}
