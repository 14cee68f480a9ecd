import type { Run } from '@drover/contract';
import type { DeviceScope } from '../../auth/caller';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';
import type { AppContext } from '../../context/app-context';
import { isInScope, scopeValues, type ScopeValues } from '../../records/device-scope';
import { pinnedOfRun, toRun } from '../../records/run-record';
import { stopRuns } from './stop';

const selectRun = defineStatement(
  ({ runId, ...scope }: Placeholders<{ accountId: string; runId: string } & ScopeValues>) =>
    db
      .selectFrom('Run as r')
      .selectAll('r')
      .select(pinnedOfRun.as('pinned'))
      .where('r.id', '=', runId)
      .where('r.accountId', '=', scope.accountId)
      .where(({ and, ref }) => and(isInScope(ref('r.deviceId'), scope))),
);

export async function getRun({ pool }: AppContext, scope: DeviceScope, runId: string): Promise<Run> {
  const values = { accountId: scope.accountId, runId, ...scopeValues(scope) };
  return toRun(orNotFound(await executeFirst(pool, prepared(selectRun(values)))));
}

/** Cancels or stops a run. Does nothing if the run has ended. */
export async function removeRun(context: AppContext, scope: DeviceScope, runId: string): Promise<void> {
  await getRun(context, scope, runId);
  await stopRuns(context, scope, { runId });
}
