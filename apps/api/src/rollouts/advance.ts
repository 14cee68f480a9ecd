import { LIMITS } from '@drover/contract';
import type { PoolClient } from 'pg';
import { transact } from '../database/transaction';
import { found } from '../http/api-error';
import { lookAgain } from '../look-again';
import { announceRuns, type DeviceRun } from '../runs/announce';
import { failedStates, sqlList } from '../runs/run-states';
import type { Service } from '../service';
import { releaseRuns } from './release';
import { objection, type Tally } from './waves';

const lookMs = 1_000;

interface Running {
  jobId: string;
  perMinute: number | null;
  stopAfterFailedPercent: number | null;
  /** Of a roll-out by the minute: how many devices are due by now. */
  due: number;
}

/**
 * Takes a roll-out one step on, where it is time: judges what was released, and releases what comes next. Of nodes that
 * look at once one does it, and the others pass.
 */
export async function advanceRollout(service: Service, jobId: string): Promise<void> {
  const released = await transact(service.pool, async (client) => {
    const { rows } = await client.query<Running>(
      `SELECT "jobId", "perMinute", "stopAfterFailedPercent",
         1 + floor(extract(epoch FROM now() - since) * "perMinute" / 60)::int - "releasedSince" AS due
       FROM "Rollout" WHERE "jobId" = $1 AND state = 'running' FOR UPDATE SKIP LOCKED`,
      [jobId],
    );
    const [rollout] = rows;
    if (!rollout) return [];
    return rollout.perMinute === null ? advanceWaves(client, rollout) : advanceByMinute(client, rollout);
  });
  announceRuns(service, released);
}

interface WaveRow {
  n: number;
  state: 'waiting' | 'running' | 'passed' | 'failed' | 'canceled';
}

async function advanceWaves(client: PoolClient, rollout: Running): Promise<DeviceRun[]> {
  const { rows: waves } = await client.query<WaveRow>(
    `SELECT n, state FROM "RolloutWave" WHERE "jobId" = $1 ORDER BY n`,
    [rollout.jobId],
  );
  const current = waves.find(({ state }) => state === 'running');
  const next = waves.find(({ state }) => state === 'waiting');
  if (current && !(await endWave(client, rollout, { ...current, isLast: !next }))) return [];
  if (!next) {
    await finish(client, rollout.jobId);
    return [];
  }
  await client.query(
    `UPDATE "RolloutWave" SET state = 'running', "startedAt" = now() WHERE "jobId" = $1 AND n = $2`,
    [rollout.jobId, next.n],
  );
  return releaseRuns(client, {
    where: `r."jobId" = $1 AND r.wave = $2 AND r.attempt = 1`,
    values: [rollout.jobId, next.n],
  });
}

/** Ends a wave that is over, or that failed already. Whether the roll-out may go on from it. */
async function endWave(
  client: PoolClient,
  { jobId, stopAfterFailedPercent }: Running,
  { n, isLast }: { n: number; isLast: boolean },
): Promise<boolean> {
  const tally = await countWave(client, jobId, n);
  const reason = objection(tally, stopAfterFailedPercent);
  if (tally.open > 0 && (reason === null || isLast)) return false;
  await client.query(
    `UPDATE "RolloutWave" SET state = $3::"WaveState", reason = $4, "finishedAt" = now() WHERE "jobId" = $1 AND n = $2`,
    [jobId, n, reason === null ? 'passed' : 'failed', reason],
  );
  if (reason === null || isLast) return true;
  await stop(client, jobId, `wave ${n}: ${reason}`);
  return false;
}

async function advanceByMinute(client: PoolClient, rollout: Running): Promise<DeviceRun[]> {
  const { jobId, stopAfterFailedPercent, due } = rollout;
  const { rows } = await client.query<{ held: number }>(
    `SELECT count(*)::int AS held FROM "Run" WHERE "jobId" = $1 AND "finishedAt" IS NULL AND "isHeld" AND attempt = 1`,
    [jobId],
  );
  const held = rows[0]?.held ?? 0;
  const tally = await countReleased(client, jobId);
  const isTold = tally.succeeded + tally.failed >= LIMITS.rolloutJudgedRuns;
  const reason = isTold ? objection({ ...tally, open: 0 }, stopAfterFailedPercent) : null;
  if (reason !== null && held > 0) {
    await stop(client, jobId, reason);
    return [];
  }
  if (held === 0) {
    if (tally.open === 0) await finish(client, jobId);
    return [];
  }
  if (due <= 0) return [];
  await client.query(`UPDATE "Rollout" SET "releasedSince" = "releasedSince" + $2 WHERE "jobId" = $1`, [
    jobId,
    due,
  ]);
  return releaseRuns(client, {
    where: `r.id = ANY (ARRAY(SELECT id FROM "Run" WHERE "jobId" = $1 AND "finishedAt" IS NULL AND "isHeld" AND attempt = 1
                              ORDER BY id LIMIT $2))`,
    values: [jobId, due],
  });
}

const open = '"finishedAt" IS NULL';
const isNew = `"releasedAt" >= (SELECT since FROM "Rollout" WHERE "jobId" = $1)`;
const failed = `state IN ${sqlList(failedStates)}`;

async function countWave(client: PoolClient, jobId: string, n: number): Promise<Tally> {
  const { rows } = await client.query<Tally>(
    `SELECT count(*) FILTER (WHERE ${open})::int AS open, count(*) FILTER (WHERE state = 'succeeded')::int AS succeeded,
       count(*) FILTER (WHERE ${failed})::int AS failed, count(*) FILTER (WHERE state = 'expired')::int AS expired
     FROM "Run" WHERE "jobId" = $1 AND wave = $2 AND NOT "isRetried"`,
    [jobId, n],
  );
  return found(rows[0]);
}

/** What was released by the minute; results count from when the roll-out last went on. */
async function countReleased(client: PoolClient, jobId: string): Promise<Tally> {
  const { rows } = await client.query<Tally>(
    `SELECT count(*) FILTER (WHERE ${open})::int AS open,
       count(*) FILTER (WHERE state = 'succeeded' AND ${isNew})::int AS succeeded,
       count(*) FILTER (WHERE ${failed} AND ${isNew})::int AS failed, 0 AS expired
     FROM "Run" WHERE "jobId" = $1 AND NOT "isRetried" AND NOT ("isHeld" AND attempt = 1)`,
    [jobId],
  );
  return found(rows[0]);
}

async function stop(client: PoolClient, jobId: string, reason: string): Promise<void> {
  await client.query(`UPDATE "Rollout" SET state = 'stopped', reason = $2 WHERE "jobId" = $1`, [
    jobId,
    reason,
  ]);
}

async function finish(client: PoolClient, jobId: string): Promise<void> {
  await client.query(`UPDATE "Rollout" SET state = 'finished', reason = NULL WHERE "jobId" = $1`, [jobId]);
}

/**
 * Takes on the roll-outs for which it may be time. Most have runs under way and no failure to judge: they are told from
 * the others by one statement, however many there are, without counting their runs.
 */
async function advanceRollouts(service: Service): Promise<void> {
  const { rows } = await service.pool.query<{ jobId: string }>(
    `SELECT o."jobId" FROM "Rollout" o
     LEFT JOIN "RolloutWave" w ON w."jobId" = o."jobId" AND w.state = 'running'
     WHERE o.state = 'running' AND CASE
       WHEN o."perMinute" IS NOT NULL THEN
         EXISTS (SELECT FROM "Run" WHERE "jobId" = o."jobId" AND ${open} AND "isHeld" AND attempt = 1)
         OR NOT EXISTS (SELECT FROM "Run" WHERE "jobId" = o."jobId" AND ${open})
       WHEN w.n IS NULL THEN true
       ELSE NOT EXISTS (SELECT FROM "Run" WHERE "jobId" = o."jobId" AND ${open} AND wave = w.n)
         OR o."stopAfterFailedPercent" IS NOT NULL
           AND EXISTS (SELECT FROM "Run" WHERE "jobId" = o."jobId" AND wave = w.n AND ${failed})
       END
     ORDER BY o."jobId"`,
  );
  for (const { jobId } of rows) await advanceRollout(service, jobId);
}

/** Does so again and again. Gives what ends it. */
export function startRollouts(service: Service): () => Promise<void> {
  const failure = 'roll-outs did not go on; the next look tries again';
  return lookAgain(() => advanceRollouts(service), { everyMs: lookMs, log: service.log, failure }).end;
}
