import { ADJACENT_SEARCH_RUNS, type AdjacentRuns } from '@drover/contract';
import type { OrderByItemBuilder } from 'kysely';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { inIndexOrder } from '../../database/history';
import { db, defineStatement, prepared, type Placeholders } from '../../database/sql';
import { executeWith } from '../../database/transaction';
import { getRun } from './runs';

interface RunPosition {
  accountId: string;
  deviceId: string;
  scriptId: string;
  runId: string;
}

/** Returns the order of the indexes of a device's and a script's runs, the nearest to a run first. */
const inOrder = (side: '<' | '>') => (order: OrderByItemBuilder) =>
  side === '<' ? order.desc().nullsLast() : order.asc().nullsFirst();

/** The nearest run of the script, if it is among the nearest runs of the device. */
function amongDevice({ accountId, deviceId, scriptId, runId }: Placeholders<RunPosition>, side: '<' | '>') {
  const runs = db
    .selectFrom('Run')
    .select(['id', 'scriptId'])
    .where('deviceId', '=', deviceId)
    .where('accountId', '=', accountId)
    .where('id', side, runId)
    .orderBy('id', inOrder(side))
    .limit(ADJACENT_SEARCH_RUNS);
  const nearest = db.selectFrom(runs.as('d')).select('d.id').where('d.scriptId', '=', scriptId);
  return nearest.orderBy('d.id', inOrder(side)).limit(1);
}

/** The nearest run of the device, if it is among the nearest runs of the script. */
function amongScript({ accountId, deviceId, scriptId, runId }: Placeholders<RunPosition>, side: '<' | '>') {
  const runs = db
    .selectFrom('Run')
    .select(['id', 'deviceId'])
    .where('accountId', '=', accountId)
    .where('scriptId', '=', scriptId)
    .where('id', side, runId)
    .orderBy('id', inOrder(side))
    .limit(ADJACENT_SEARCH_RUNS);
  const nearest = db.selectFrom(runs.as('s')).select('s.id').where('s.deviceId', '=', deviceId);
  return nearest.orderBy('s.id', inOrder(side)).limit(1);
}

/**
 * Selects the nearest run of the script on the device. Searches the runs of the device, and then the runs of the script if
 * there was none, because one of the two lists is usually short: a busy device may run this script rarely, and a common
 * script may run on this device rarely.
 */
const defineSelect = (side: '<' | '>') =>
  defineStatement((values: Placeholders<RunPosition>) =>
    db
      .selectFrom(amongDevice(values, side).as('device'))
      .select('id')
      .unionAll(db.selectFrom(amongScript(values, side).as('script')).select('id'))
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
  const [[previous], [next]] = await Promise.all(
    [selectPrevious, selectNext].map((select) =>
      executeWith(context.pool, inIndexOrder, prepared(select(values))),
    ),
  );
  return { previousId: previous?.id ?? null, nextId: next?.id ?? null };
}
