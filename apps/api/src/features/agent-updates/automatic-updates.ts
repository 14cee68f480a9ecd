import { AGENT_VERSION, LIMITS, REASONS, type UpdateWindow } from '@drover/contract';
import { isOutdated } from '@drover/contract/app-version';
import { sql } from 'kysely';
import { allDevices } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { enumValue, now, secondsAgo } from '../../database/expressions';
import { db, execute, executeFirst } from '../../database/sql';
import { devicesWithNodes } from '../../records/device-record';
import { failedStates } from '../../records/run-states';
import { startPeriodicTask } from '../../tasks/periodic-task';
import { ruleCondition, ruleValues } from '../devices/selection';
import { updateAgents } from '../jobs/update-agents';
import { abortRollout } from '../rollouts/rollouts';
import { stopUnsent } from '../runs/stop';
import { minutesLeft } from './window';

const everyMs = 30_000;

/** Seconds between two searches for outdated agents in an account. */
const checkEverySeconds = 600;

/** How long devices have to receive an update if there is no window. */
const deliverWithinSeconds = 3600;

const ofAutomatic = enumValue('TriggerKind', 'automatic');

/**
 * Starts an update for the accounts whose agents are updated automatically, and ends those whose window has ended. If
 * several nodes do so at the same time, one of them starts the update.
 */
export async function updateAutomatically(context: AppContext): Promise<void> {
  const select = db
    .selectFrom('Account')
    .select(['id', 'updateWindow', now.as('now')])
    .where('updatesAgents', 'is', true);
  for (const account of await execute(context.pool, select)) {
    try {
      await updateAccount(context, account);
    } catch (error) {
      context.log.warn({ err: error, accountId: account.id }, 'could not update agents automatically');
    }
  }
}

interface AutomaticAccount {
  id: string;
  updateWindow: UpdateWindow | null;
  now: Date;
}

async function updateAccount(context: AppContext, { id, updateWindow, now }: AutomaticAccount) {
  const seconds = updateWindow ? minutesLeft(updateWindow, now) * 60 : deliverWithinSeconds;
  const newest = await findNewest(context, id);
  const isRunning = newest?.state === 'running' || newest?.state === 'paused';
  if (seconds === 0) {
    if (newest && isRunning) await endUpdate(context, { accountId: id, jobId: newest.jobId });
    return;
  }
  // A failed update of this version is not repeated. A person can resume it, or start another one.
  const isStopped = newest?.state === 'stopped' || newest?.reason === REASONS.rollout_aborted;
  if (isRunning || (isStopped && newest?.version === AGENT_VERSION)) return;
  if (!(await takeTurn(context, id))) return;
  const devices = await findOutdated(context, id);
  if (devices.length === 0) return;
  const trigger = { kind: 'automatic', id } as const;
  await updateAgents(
    context,
    { ...allDevices(id), trigger },
    {
      devices: devices.slice(0, LIMITS.devicesPerRequest),
      deliverWithin: Math.min(seconds, deliverWithinSeconds),
      rollout: { stopAfterFailedPercent: 0 },
    },
  );
}

/** Returns the newest automatic update of an account, with the state of its rollout. */
async function findNewest({ pool }: AppContext, accountId: string) {
  const select = db
    .selectFrom('Job as j')
    .innerJoin('Rollout as o', 'o.jobId', 'j.id')
    .select(['o.jobId', 'j.version', 'o.state', 'o.reason'])
    .where('j.accountId', '=', accountId)
    .where('j.triggerKind', '=', ofAutomatic)
    .orderBy('j.id', 'desc')
    .limit(1);
  return executeFirst(pool, select);
}

/** Updates that a device has received are completed. The others wait for the next window. */
async function endUpdate(context: AppContext, { accountId, jobId }: { accountId: string; jobId: string }) {
  await abortRollout(context, { ...allDevices(accountId), jobId }, REASONS.window_ended);
  await stopUnsent(context, jobId, REASONS.window_ended);
}

/** Returns whether this node looks for outdated agents of the account now. */
async function takeTurn({ pool }: AppContext, accountId: string): Promise<boolean> {
  const update = db
    .updateTable('Account')
    .set({ updatesCheckedAt: now })
    .where('id', '=', accountId)
    .where('updatesAgents', 'is', true)
    .where(({ or, eb }) =>
      or([eb('updatesCheckedAt', 'is', null), eb('updatesCheckedAt', '<=', secondsAgo(checkEverySeconds))]),
    )
    .returning('id');
  return (await executeFirst(pool, update)) !== undefined;
}

/** Returns the connected devices whose agents are outdated, without those on which this version has failed. */
async function findOutdated({ pool }: AppContext, accountId: string): Promise<{ _id: string }[]> {
  const failed = db
    .selectFrom('Job as j')
    .innerJoin('Run as r', 'r.jobId', 'j.id')
    .select('r.deviceId')
    .where('j.accountId', '=', accountId)
    .where('j.triggerKind', '=', ofAutomatic)
    .where('j.version', '=', AGENT_VERSION)
    // An index has the runs with a problem.
    .where('r.problem', 'in', failedStates);
  const select = devicesWithNodes
    .leftJoin('DeviceFacts as f', 'f.deviceId', 'd.id')
    .select(['d.id', 'd.appVersion', 'd.platform'])
    .select(sql<string | null>`f.facts ->> 'agentVersion'`.as('agentVersion'))
    .where(ruleCondition(ruleValues(allDevices(accountId), { online: true })))
    .where('d.canUpdate', 'is', true)
    .where('d.id', 'not in', failed);
  const devices = await execute(pool, select);
  return devices.filter(isOutdated).map(({ id }) => ({ _id: id }));
}

/** Starts the periodic task. Returns a function that ends it after the run in progress. */
export function startAutomaticUpdates(context: AppContext): () => Promise<void> {
  const options = { everyMs, log: context.log, failure: 'could not look for outdated agents' };
  return startPeriodicTask(() => updateAutomatically(context), options).end;
}
