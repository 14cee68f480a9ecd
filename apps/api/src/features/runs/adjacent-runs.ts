import { ADJACENT_SEARCH_RUNS, type AdjacentRuns } from '@drover/contract';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { getRun } from './runs';

interface RunPosition {
  accountId: string;
  deviceId: string;
  scriptId: string;
  runId: string;
}

/** The nearest runs of the device on one side of a run, in the order of the index of a device's runs. */
const ofDevice = ({ accountId, deviceId, runId }: Placeholders<RunPosition>, side: '<' | '>') =>
  db
    .selectFrom('Run')
    .select(['id', 'deviceId', 'scriptId'])
    .where('deviceId', '=', deviceId)
    .where('accountId', '=', accountId)
    .where('id', side, runId)
    .orderBy('id', (order) => (side === '<' ? order.desc().nullsLast() : order.asc().nullsFirst()))
    .limit(ADJACENT_SEARCH_RUNS);

/** The nearest runs of the script, in the order of the index of a script's runs. */
const ofScript = ({ accountId, scriptId, runId }: Placeholders<RunPosition>, side: '<' | '>') =>
  db
    .selectFrom('Run')
    .select(['id', 'deviceId', 'scriptId'])
    .where('accountId', '=', accountId)
    .where('scriptId', '=', scriptId)
    .where('id', side, runId)
    .orderBy('id', (order) => (side === '<' ? order.desc().nullsLast() : order.asc().nullsFirst()))
    .limit(ADJACENT_SEARCH_RUNS);

/**
 * Selects the nearest run of the script on the device. Searches the runs of the device and the runs of the script, because
 * one of the two lists is usually short: a busy device may run this script rarely, and a common script may run on this
 * device rarely.
 */
const defineSelect = (side: '<' | '>') =>
  defineStatement((values: Placeholders<RunPosition>) =>
    db
      .selectFrom(ofDevice(values, side).as('d'))
      .select('d.id')
      .where('d.scriptId', '=', values.scriptId)
      .union(
        db
          .selectFrom(ofScript(values, side).as('s'))
          .select('s.id')
          .where('s.deviceId', '=', values.deviceId),
      )
      .orderBy('id', side === '<' ? 'desc' : 'asc')
      .limit(1),
  );

const [selectPrevious, selectNext] = [defineSelect('<'), defineSelect('>')];

/** Finds the runs of the same script on the same device before and after a run. Code without a script has none. */
export async function getAdjacentRuns(
  context: AppContext,
  scope: DeviceScope,
  runId: string,
): Promise<AdjacentRuns> {
  const { accountId } = scope;
  const { deviceId, scriptId } = await getRun(context, scope, runId);
  if (scriptId === null) return { previousId: null, nextId: null };
  const values = { accountId, deviceId, runId, scriptId };
  const [previous, next] = await Promise.all([
    executeFirst(context.pool, prepared(selectPrevious(values))),
    executeFirst(context.pool, prepared(selectNext(values))),
  ]);
  return { previousId: previous?.id ?? null, nextId: next?.id ?? null };
}
