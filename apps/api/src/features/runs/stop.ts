import { REASONS } from '@drover/contract';
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { ClientBase } from 'pg';
import type { AppContext } from '../../context/app-context';
import type { DeviceScope } from '../../auth/caller';
import { anyOf, enumValue, now, when } from '../../database/expressions';
import { db, execute, prepared } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { isInScope, scopeValues } from '../../records/device-scope';
import { transact, type Commit } from '../../database/transaction';
import { recordEnded } from './finished-events';
import { announceRuns, type DeviceRun } from './announce';

type RunExpressions = ExpressionBuilder<Tables, 'Run'>;

/** Which runs to stop. A run must meet all conditions. */
interface StopConditions {
  deviceIds?: string[];
  scriptId?: string;
  jobId?: string;
  runId?: string;
}

/**
 * Cancels runs that were not sent, and stops the others. A run that was sent is `stopping` until its device reports the
 * result, because it may have started already. A repeated call changes nothing.
 */
export async function stopRuns(
  context: AppContext,
  scope: DeviceScope,
  { deviceIds, scriptId, jobId, runId }: StopConditions,
): Promise<void> {
  const { accountId } = scope;
  const stop: StopWhere = {
    reason: REASONS.stopped_on_request,
    where: (eb) =>
      eb.and([
        eb('accountId', '=', accountId),
        ...when(deviceIds, (ids) => eb('deviceId', '=', anyOf(ids))),
        ...when(scriptId, (id) => eb('scriptId', '=', id)),
        ...when(jobId, (id) => eb('jobId', '=', id)),
        ...when(runId, (id) => eb('id', '=', id)),
        ...isInScope(eb.ref('Run.deviceId'), { accountId, ...scopeValues(scope) }),
      ]),
  };
  const stopped = await transact(context.pool, (client, commit) => stopWhere(client, stop, commit));
  announceRuns(context, stopped);
}

export interface StopWhere {
  /** Which of the open runs to stop. */
  where: (eb: RunExpressions) => Expression<SqlBool>;
  reason: string;
  /** No device will report any more, so running runs are lost. */
  isDeviceGone?: boolean;
}

/** Cancels the runs of a job that were not sent. */
export async function stopUnsent(context: AppContext, jobId: string, reason: string): Promise<void> {
  const where = (eb: RunExpressions) => eb.and([eb('jobId', '=', jobId), isUnsent(eb)]);
  const canceled = await transact(context.pool, (client, commit) =>
    stopWhere(client, { where, reason }, commit),
  );
  announceRuns(context, canceled);
}

/** Stops runs, disables their retries, and records those that ended by it. Calls `commit` after the last statement is sent. */
export async function stopWhere(
  client: ClientBase,
  { where, reason, isDeviceGone = false }: StopWhere,
  commit?: Commit,
): Promise<DeviceRun[]> {
  const update = db
    .updateTable('Run')
    .set({
      state: (eb) =>
        eb
          .case()
          .when(isUnsent(eb))
          .then(enumValue('RunState', 'canceled'))
          .else(enumValue('RunState', isDeviceGone ? 'lost' : 'stopping'))
          .end(),
      finishedAt: (eb) => (isDeviceGone ? now : eb.case().when(isUnsent(eb)).then(now).end()),
      reason,
      retriesLeft: 0,
    })
    .where('finishedAt', 'is', null)
    .$if(!isDeviceGone, (query) => query.where('state', '!=', 'stopping'))
    .where(where)
    .returning(['id', 'state', 'deviceId']);
  const runs = await execute(client, prepared(update));
  await recordEnded(client, runs, commit);
  return runs;
}

function isUnsent(eb: RunExpressions) {
  return eb.and([eb('state', '=', 'queued'), eb('sentAt', 'is', null)]);
}
