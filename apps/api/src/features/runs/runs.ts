import type { Paging, Run, RunFilter } from '@drover/contract';
import { when } from '../../database/expressions';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';
import { defineList, listPage } from '../../database/lists';
import type { AppContext } from '../../context/app-context';
import { toRun } from '../../records/run-record';
import { stopRuns } from './stop';

type RunConditions = { accountId: string } & Omit<RunFilter, keyof Paging>;

const selectRuns = defineList((filter: Placeholders<RunConditions>) =>
  db
    .selectFrom('Run as r')
    .selectAll('r')
    .where((eb) =>
      eb.and([
        eb('r.accountId', '=', filter.accountId),
        ...when(filter.jobId, (jobId) => eb('r.jobId', '=', jobId)),
        ...when(filter.deviceId, (deviceId) => eb('r.deviceId', '=', deviceId)),
        ...when(filter.scriptId, (scriptId) => eb('r.scriptId', '=', scriptId)),
        ...when(filter.state, (state) => eb('r.state', '=', state)),
      ]),
    ),
);

export function listRuns(
  { pool }: AppContext,
  accountId: string,
  { limit, cursor, total, ...filter }: RunFilter,
) {
  const rows = selectRuns(pool, { accountId, ...filter });
  return listPage({ limit, cursor, total }, { ...rows, item: toRun });
}

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
