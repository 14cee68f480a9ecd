import { LIMITS, OPEN_RUN_STATES, type RunState, writeReason } from '@drover/contract';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { PoolClient } from 'pg';
import type { AppContext } from '../../context/app-context';
import { anyOf, int, now } from '../../database/expressions';
import { db, execute, executeFirst, prepared } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { transact } from '../../database/transaction';
import { orNotFound } from '../../errors/api-error';
import { selectCounters } from '../../records/run-counts';
import { failedStates } from '../../records/run-states';
import { startPeriodicTask } from '../../tasks/periodic-task';
import { announceRuns, type DeviceRun } from '../runs/announce';
import { releaseRuns } from '../runs/release';
import { stopReason, type Tally } from './waves';

const everyMs = 1_000;

interface RunningRollout {
  jobId: string;
  perMinute: number | null;
  stopAfterFailedPercent: number | null;
  /** In a rollout by devices per minute: how many devices are due now. */
  due: number;
}

/**
 * Advances a rollout by one step if it is time: evaluates the released runs, and releases the next ones. If several nodes
 * try at the same time, one of them does it and the others skip it.
 */
export async function advanceRollout(context: AppContext, jobId: string): Promise<void> {
  const released = await transact(context.pool, async (client) => {
    const rollout = await lockRunningRollout(client, jobId);
    if (!rollout) return [];
    return rollout.perMinute === null ? advanceWaves(client, rollout) : advanceByMinute(client, rollout);
  });
  announceRuns(context, released);
}

async function lockRunningRollout(client: PoolClient, jobId: string): Promise<RunningRollout | undefined> {
  const select = db
    .selectFrom('Rollout')
    .select(['jobId', 'perMinute', 'stopAfterFailedPercent'])
    .select(({ ref }) => {
      const seconds = sql`extract(epoch FROM now() - ${ref('windowStartedAt')})`;
      const allowed = int(sql`floor(${seconds} * ${ref('perMinute')} / 60)`);
      return sql<number>`1 + ${allowed} - ${ref('releasedInWindow')}`.as('due');
    })
    .where('jobId', '=', jobId)
    .where('state', '=', 'running')
    .forUpdate()
    .skipLocked();
  return executeFirst(client, select);
}

async function advanceWaves(client: PoolClient, rollout: RunningRollout): Promise<DeviceRun[]> {
  const { jobId } = rollout;
  const select = db.selectFrom('RolloutWave').select(['n', 'state']).where('jobId', '=', jobId).orderBy('n');
  const waves = await execute(client, select);
  const current = waves.find(({ state }) => state === 'running');
  const next = waves.find(({ state }) => state === 'waiting');
  if (current && !(await endWave(client, rollout, { n: current.n, isLast: !next }))) return [];
  if (!next) {
    await finishRollout(client, jobId);
    return [];
  }
  const start = db
    .updateTable('RolloutWave')
    .set({ state: 'running', startedAt: now })
    .where('jobId', '=', jobId)
    .where('n', '=', next.n);
  await execute(client, start);
  return releaseRuns(client, (eb) =>
    eb.and([eb('r.jobId', '=', jobId), eb('r.wave', '=', next.n), eb('r.attempt', '=', 1)]),
  );
}

/** Ends a wave whose runs have ended, or that has failed. Returns whether the rollout continues. */
async function endWave(
  client: PoolClient,
  { jobId, stopAfterFailedPercent }: RunningRollout,
  { n, isLast }: { n: number; isLast: boolean },
): Promise<boolean> {
  const tally = await tallyWave(client, jobId, n);
  const reason = stopReason(tally, stopAfterFailedPercent);
  if (tally.open > 0 && (reason === null || isLast)) return false;
  const end = db
    .updateTable('RolloutWave')
    .set({ state: reason === null ? 'passed' : 'failed', reason, finishedAt: now })
    .where('jobId', '=', jobId)
    .where('n', '=', n);
  await execute(client, end);
  if (reason === null || isLast) return true;
  await stopRollout(client, jobId, writeReason('wave_failed', { wave: n, reason }));
  return false;
}

async function advanceByMinute(client: PoolClient, rollout: RunningRollout): Promise<DeviceRun[]> {
  const { jobId, stopAfterFailedPercent, due } = rollout;
  const held = await executeFirst(client, heldRuns(jobId).select('id').limit(1));
  const tally = await countReleased(client, jobId);
  const isSignificant = tally.succeeded + tally.failed >= LIMITS.rolloutMinResults;
  const reason = isSignificant ? stopReason({ ...tally, open: 0 }, stopAfterFailedPercent) : null;
  if (reason !== null && held) {
    await stopRollout(client, jobId, reason);
    return [];
  }
  if (!held) {
    if (tally.open === 0) await finishRollout(client, jobId);
    return [];
  }
  if (due <= 0) return [];
  const count = db
    .updateTable('Rollout')
    .set({ releasedInWindow: (eb) => eb('releasedInWindow', '+', due) })
    .where('jobId', '=', jobId);
  await execute(client, count);
  const next = heldRuns(jobId).select('id').orderBy('id').limit(due);
  return releaseRuns(client, (eb) => eb('r.id', '=', anyOf(sql<string[]>`array(${next})`)));
}

/** First attempts that are not released yet. */
function heldRuns(jobId: string) {
  return db
    .selectFrom('Run')
    .where('jobId', '=', jobId)
    .where('finishedAt', 'is', null)
    .where('isHeld', 'is', true)
    .where('attempt', '=', 1);
}

type RunCondition = Expression<SqlBool>;

/** Counts rows that fulfil a condition. */
function countIf(condition: RunCondition) {
  return int(sql`count(*) FILTER (WHERE ${condition})`);
}

async function tallyWave(client: PoolClient, jobId: string, n: number): Promise<Tally> {
  const select = db
    .selectFrom(selectCounters(sql<string>`${jobId}::text`).as('c'))
    .select((eb) => {
      const runsIn = (states: readonly RunState[]) =>
        int(sql`coalesce(sum(${eb.ref('c.runs')}) FILTER (WHERE ${eb('c.state', 'in', states)}), 0)`);
      return [
        runsIn(OPEN_RUN_STATES).as('open'),
        runsIn(['succeeded']).as('succeeded'),
        runsIn(failedStates).as('failed'),
        runsIn(['expired']).as('expired'),
      ];
    })
    .where('c.wave', '=', n);
  return orNotFound(await executeFirst(client, prepared(select)));
}

/** Counts the released runs of a rollout by devices per minute. Results count from the start of the window. */
async function countReleased(client: PoolClient, jobId: string): Promise<Tally> {
  const windowStart = db.selectFrom('Rollout').select('windowStartedAt').where('jobId', '=', jobId);
  const select = db
    .selectFrom('Run')
    .select((eb) => {
      const isInWindow = eb('releasedAt', '>=', windowStart);
      return [
        countIf(eb('finishedAt', 'is', null)).as('open'),
        countIf(eb.and([eb('state', '=', 'succeeded'), isInWindow])).as('succeeded'),
        countIf(eb.and([eb('state', 'in', failedStates), isInWindow])).as('failed'),
        eb.lit(0).$castTo<number>().as('expired'),
      ];
    })
    .where('jobId', '=', jobId)
    .where('isRetried', 'is', false)
    .where((eb) => eb.not(eb.and([eb('isHeld', 'is', true), eb('attempt', '=', 1)])));
  return orNotFound(await executeFirst(client, prepared(select)));
}

async function stopRollout(client: PoolClient, jobId: string, reason: string): Promise<void> {
  await execute(
    client,
    db.updateTable('Rollout').set({ state: 'stopped', reason }).where('jobId', '=', jobId),
  );
}

async function finishRollout(client: PoolClient, jobId: string): Promise<void> {
  await execute(
    client,
    db.updateTable('Rollout').set({ state: 'finished', reason: null }).where('jobId', '=', jobId),
  );
}

type RolloutTables = Tables & { o: Tables['Rollout'] };

/** Runs of the rollout in the outer query. */
function runsOf(eb: ExpressionBuilder<RolloutTables, 'o'>) {
  return eb.selectFrom('Run').whereRef('Run.jobId', '=', 'o.jobId');
}

/**
 * Advances the rollouts that may be due. Most rollouts have open runs and no failure to evaluate: this statement skips
 * them, however many there are, without counting their runs.
 */
async function advanceDueRollouts(context: AppContext): Promise<void> {
  const select = db
    .selectFrom('Rollout as o')
    .leftJoin('RolloutWave as w', (join) =>
      join.onRef('w.jobId', '=', 'o.jobId').on('w.state', '=', 'running'),
    )
    .select('o.jobId')
    .where('o.state', '=', 'running')
    .where((eb) => {
      const openRuns = () => runsOf(eb).where('Run.finishedAt', 'is', null);
      const held = openRuns().where('Run.isHeld', 'is', true).where('Run.attempt', '=', 1);
      const openInWave = openRuns().where('Run.wave', '=', eb.ref('w.n'));
      const failedInWave = db
        .selectFrom(selectCounters(eb.ref('o.jobId')).as('c'))
        .where('c.wave', '=', eb.ref('w.n'))
        .where('c.state', 'in', failedStates)
        .where('c.runs', '>', 0);
      const isByMinuteDue = eb.or([eb.exists(held), eb.not(eb.exists(openRuns()))]);
      const isWaveDue = eb.or([
        eb.not(eb.exists(openInWave)),
        eb.and([eb('o.stopAfterFailedPercent', 'is not', null), eb.exists(failedInWave)]),
      ]);
      return eb
        .case()
        .when('o.perMinute', 'is not', null)
        .then(isByMinuteDue)
        .when('w.n', 'is', null)
        .then(eb.lit(true))
        .else(isWaveDue)
        .end();
    })
    .orderBy('o.jobId');
  for (const { jobId } of await execute(context.pool, prepared(select))) await advanceRollout(context, jobId);
}

/** Starts the periodic task that advances rollouts. Returns a function that ends it. */
export function startRollouts(context: AppContext): () => Promise<void> {
  const options = { everyMs, log: context.log, failure: 'could not advance rollouts' };
  return startPeriodicTask(() => advanceDueRollouts(context), options).end;
}
