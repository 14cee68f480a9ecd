import type { Run } from '@drover/contract';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';
import type { AppContext } from '../../context/app-context';
import { toRun } from '../../records/run-record';
import { stopRuns } from './stop';

const selectRun = defineStatement(
  ({ accountId, runId }: Placeholders<{ accountId: string; runId: string }>) =>
    db.selectFrom('Run').selectAll().where('id', '=', runId).where('accountId', '=', accountId),
);

export async function getRun({ pool }: AppContext, accountId: string, runId: string): Promise<Run> {
  return toRun(orNotFound(await executeFirst(pool, prepared(selectRun({ accountId, runId })))));
}

/** Cancels or stops a run. Does nothing if the run has ended. */
export async function removeRun(context: AppContext, accountId: string, runId: string): Promise<void> {
  await getRun(context, accountId, runId);
  await stopRuns(context, { accountId, runId });
}
