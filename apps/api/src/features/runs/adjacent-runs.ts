import { ADJACENT_SEARCH_RUNS, type AdjacentRuns } from '@drover/contract';
import type { AppContext } from '../../context/app-context';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { getRun } from './runs';

type RunPosition = { accountId: string; deviceId: string; runId: string };

const runsOfDevice = ({ accountId, deviceId }: Placeholders<RunPosition>) =>
  db
    .selectFrom('Run')
    .select(['id', 'scriptId'])
    .where('deviceId', '=', deviceId)
    .where('accountId', '=', accountId)
    .limit(ADJACENT_SEARCH_RUNS);

// The orders are those of the index of a device's runs.
const selectPrevious = defineStatement((values: Placeholders<RunPosition & { scriptId: string }>) =>
  db
    .selectFrom(
      runsOfDevice(values)
        .where('id', '<', values.runId)
        .orderBy('id', (order) => order.desc().nullsLast())
        .as('r'),
    )
    .select('r.id')
    .where('r.scriptId', '=', values.scriptId)
    .orderBy('r.id', 'desc')
    .limit(1),
);

const selectNext = defineStatement((values: Placeholders<RunPosition & { scriptId: string }>) =>
  db
    .selectFrom(
      runsOfDevice(values)
        .where('id', '>', values.runId)
        .orderBy('id', (order) => order.asc().nullsFirst())
        .as('r'),
    )
    .select('r.id')
    .where('r.scriptId', '=', values.scriptId)
    .orderBy('r.id', 'asc')
    .limit(1),
);

/** Finds the runs of the same script on the same device before and after a run. Code without a script has none. */
export async function getAdjacentRuns(
  context: AppContext,
  accountId: string,
  runId: string,
): Promise<AdjacentRuns> {
  const { deviceId, scriptId } = await getRun(context, accountId, runId);
  if (scriptId === null) return { previousId: null, nextId: null };
  const values = { accountId, deviceId, runId, scriptId };
  const [previous, next] = await Promise.all([
    executeFirst(context.pool, prepared(selectPrevious(values))),
    executeFirst(context.pool, prepared(selectNext(values))),
  ]);
  return { previousId: previous?.id ?? null, nextId: next?.id ?? null };
}
