import type { RunState, Statistics, StatisticsFilter } from '@drover/contract';
import { sql, type Expression } from 'kysely';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { anyOf, int, when } from '../../database/expressions';
import { db, defineStatement, execute, type Placeholders } from '../../database/sql';
import { devicesWithNodes } from '../../records/device-record';
import { assertTimeZone } from '../../records/local-clock';
import { allCounts } from '../../records/run-counts';
import { selectorCondition } from '../devices/selection';
import { foldChanges } from '../counters/fold-changes';
import { assertShort, rangeOfRuns, type RunRange } from './run-range';
import { readDays, readHours } from './time-range';

interface Range {
  accountId: string;
  /** When each item begins, and when the last one ends. */
  starts: Date[];
  from: Date;
  to: Date;
  scriptId?: string;
}

/** Runs of one state that were created in the item with this number, counted from 1. */
interface Count {
  item: number;
  state: RunState;
  runs: number;
}

/**
 * Counts runs for each hour or day of a range. Counters are kept by hours of UTC, so a day consists of the hours that
 * begin in it.
 */
export async function getStatistics(
  context: AppContext,
  scope: DeviceScope,
  { interval = 'hour', timeZone = context.settings.TZ, scriptId, groupId, ...range }: StatisticsFilter,
): Promise<Statistics> {
  assertTimeZone(timeZone, 'timeZone');
  const starts = interval === 'hour' ? readHours(range) : readDays(range, timeZone);
  const [from, to] = [starts[0], starts[starts.length - 1]];
  const values = { accountId: scope.accountId, starts, from, to, ...(scriptId && { scriptId }) };
  // There are no counters by device.
  const counts =
    groupId === undefined && !scope.groups
      ? await readCounters(context, values)
      : await countOfDevices(context, values, { scope, groupId });
  const items = starts.slice(0, -1).map((at) => ({ at: at.toISOString(), counts: allCounts(null) }));
  const totals = allCounts(null);
  for (const { item, state, runs } of counts) {
    items[item - 1].counts[state] += runs;
    totals[state] += runs;
  }
  return { from: from.toISOString(), to: to.toISOString(), interval, timeZone, items, totals };
}

/** The number of the item to which a time belongs, counted from 1. */
function itemOf(time: Expression<Date>, starts: Expression<Date[]>) {
  return int(sql`width_bucket(${time}, ${starts}::timestamptz[])`).as('item');
}

const selectCounters = defineStatement(({ accountId, starts, from, to, scriptId }: Placeholders<Range>) =>
  db
    .selectFrom('HourlyRuns')
    .select((eb) => [itemOf(eb.ref('hour'), starts), 'state', int(eb.fn.sum('runs')).as('runs')])
    .where('accountId', '=', accountId)
    .where('hour', '>=', from)
    .where('hour', '<', to)
    .where((eb) => eb.and(when(scriptId, (id) => eb('scriptId', '=', id))))
    .groupBy(['item', 'state']),
);

async function readCounters({ pool }: AppContext, range: Range): Promise<Count[]> {
  await foldChanges(pool);
  return execute(pool, selectCounters(range));
}

interface DeviceRange extends Range, RunRange {
  deviceIds: string[];
}

/** A rule may change the members of a group at any time, so no counter by group could be exact. */
const countRuns = defineStatement((range: Placeholders<DeviceRange>) =>
  db
    .selectFrom('Run')
    .select((eb) => [itemOf(eb.ref('createdAt'), range.starts), 'state', int(eb.fn.countAll()).as('runs')])
    .where('deviceId', '=', anyOf(range.deviceIds))
    .where('id', '>=', range.firstId)
    .where('id', '<', range.endId)
    .where('accountId', '=', range.accountId)
    .where('createdAt', '>=', range.from)
    .where('createdAt', '<', range.to)
    .where('isRetried', 'is', false)
    .where((eb) => eb.and(when(range.scriptId, (id) => eb('scriptId', '=', id))))
    .groupBy(['item', 'state']),
);

async function countOfDevices(
  { pool }: AppContext,
  range: Range,
  { scope, groupId }: { scope: DeviceScope; groupId?: string },
): Promise<Count[]> {
  assertShort(range);
  const condition = await selectorCondition(pool, {
    scope,
    selector: { group: groupId },
    groupPath: 'groupId',
  });
  const devices = await execute(pool, devicesWithNodes.select('d.id').where(condition));
  const deviceIds = devices.map(({ id }) => id);
  return execute(pool, countRuns({ ...range, deviceIds, ...rangeOfRuns(range) }));
}
