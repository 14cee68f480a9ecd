import { LIMITS, REASONS } from '@drover/contract';
import type { Compilable } from 'kysely';
import { publishRuns } from '../../bus/publish-changes';
import type { AppContext } from '../../context/app-context';
import { now, secondsAgo } from '../../database/expressions';
import { db, execute, prepared } from '../../database/sql';
import { settleAll, transact } from '../../database/transaction';
import { startPeriodicTask } from '../../tasks/periodic-task';
import { recordEnded } from './finished-events';
import { insertRetries, type EndedRun } from './retries';

const expiryMs = 5_000;
const abandonedMs = 10 * 60_000;

/** How long after the delivery deadline a device that was sent a run may still accept it. */
const acceptanceSeconds = 60;

/** Runs that are queued after their delivery deadline. */
const overdueRuns = db.updateTable('Run').where('finishedAt', 'is', null).where('state', '=', 'queued');

/**
 * Ends runs that were not delivered in time. A run that was sent but not accepted may have started, so it is lost, and a
 * late result replaces that state.
 */
export async function expireRuns(context: AppContext): Promise<void> {
  const expire = overdueRuns
    .set({ state: 'expired', reason: REASONS.not_connected, finishedAt: now })
    .where('deliverBy', '<=', now)
    .where('sentAt', 'is', null)
    .where('isHeld', 'is', false)
    .returning(['id', 'state', 'retriesLeft']);
  await endRuns(context, expire);
  const lose = overdueRuns
    .set({ state: 'lost', reason: REASONS.not_responding, finishedAt: now, retriesLeft: 0 })
    .where('deliverBy', '<=', secondsAgo(acceptanceSeconds))
    .where('sentAt', 'is not', null)
    .where('acceptedAt', 'is', null)
    .returning(['id', 'state', 'retriesLeft']);
  await endRuns(context, lose);
}

/** Runs a statement that ends runs, and records their end. */
async function endRuns(context: AppContext, update: Compilable<EndedRun>): Promise<void> {
  const runs = await transact(context.pool, async (client, commit) => {
    const ended = await execute(client, prepared(update));
    const [retries] = await settleAll([insertRetries(client, ended), recordEnded(client, ended, commit)]);
    return [...ended, ...retries];
  });
  publishRuns(context, runs);
}

/**
 * Marks runs as lost whose device has been offline for a long time, because it may never connect again. A late result
 * replaces that state.
 */
export async function loseAbandonedRuns(context: AppContext): Promise<void> {
  const lose = db
    .updateTable('Run as r')
    .from('Device as d')
    .set({ state: 'lost', reason: REASONS.offline_too_long, finishedAt: now, retriesLeft: 0 })
    .where('r.finishedAt', 'is', null)
    .where('r.sentAt', 'is not', null)
    .whereRef('d.id', '=', 'r.deviceId')
    .where('d.nodeId', 'is', null)
    .where('d.lastSeenAt', '<', secondsAgo(LIMITS.runLostAfterSeconds))
    .returning(['r.id', 'r.state', 'r.retriesLeft']);
  await endRuns(context, lose);
}

/** Starts the periodic tasks that end such runs. Returns a function that ends the tasks. */
export function startExpiry(context: AppContext): () => Promise<unknown> {
  const { log } = context;
  const tasks = [
    startPeriodicTask(() => expireRuns(context), {
      everyMs: expiryMs,
      log,
      failure: 'could not expire runs',
    }),
    startPeriodicTask(() => loseAbandonedRuns(context), {
      everyMs: abandonedMs,
      log,
      failure: 'could not end runs of absent devices',
    }),
  ];
  return () => Promise.all(tasks.map(({ end }) => end()));
}
