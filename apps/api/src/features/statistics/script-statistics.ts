import {
  LIMITS,
  type RunCounts,
  type ScriptStatisticsFilter,
  type ScriptStatisticsList,
  type TimePercentiles,
} from '@drover/contract';
import { sql } from 'kysely';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { anyOf, int, when } from '../../database/expressions';
import { db, defineStatement, execute, type Placeholders } from '../../database/sql';
import { scopeValues, type ScopeValues } from '../../records/device-scope';
import { failedPercent } from '../../records/rollout-record';
import { allCounts } from '../../records/run-counts';
import { failedStates } from '../../records/run-states';
import { foldChanges } from '../counters/fold-changes';
import { assertShort, rangeOfRuns, type RunRange } from './run-range';
import { selectStates, selectTimes } from './script-counters';
import { readDays } from './time-range';

/** Each bucket of times ends at this multiple of the one before, in milliseconds. */
const bucketFactor = 1.04;

interface Days extends ScopeValues, RunRange {
  accountId: string;
}

/**
 * Lists the scripts with the most runs. Times are kept by days of UTC, so the range consists of those. Changes between
 * its statements are counted in some of them only.
 */
export async function listScriptStatistics(
  { pool }: AppContext,
  scope: DeviceScope,
  { scriptId, limit = LIMITS.defaultPageItems, ...range }: ScriptStatisticsFilter,
): Promise<ScriptStatisticsList> {
  const starts = readDays(range, 'UTC');
  const [from, to] = [starts[0], starts[starts.length - 1]];
  if (scope.groups) assertShort({ from, to });
  else await foldChanges(pool);
  const days = { accountId: scope.accountId, ...rangeOfRuns({ from, to }), ...scopeValues(scope) };
  const scripts = await execute(pool, selectScripts({ ...days, take: limit, ...(scriptId && { scriptId }) }));
  const scriptIds = scripts.map((script) => script.scriptId);
  const times = await execute(pool, selectPercentiles({ ...days, scriptIds }));
  const timesOf = new Map(times.map((row) => [`${row.timer} ${row.scriptId}`, toPercentiles(row)]));
  const items = scripts.map((script) => {
    const counts = allCounts(script.counts);
    const failed = failedStates.reduce((sum, state) => sum + counts[state], 0);
    return {
      scriptId: script.scriptId || null,
      name: script.name,
      runs: script.runs,
      counts,
      failedPercent: failedPercent({ succeeded: counts.succeeded, failed }),
      duration: timesOf.get(`duration ${script.scriptId}`) ?? null,
      latency: timesOf.get(`wait ${script.scriptId}`) ?? null,
    };
  });
  return { from: from.toISOString(), to: to.toISOString(), count: items.length, items };
}

const selectScripts = defineStatement(
  ({ take, scriptId, ...days }: Placeholders<Days & { take: number; scriptId?: string }>) => {
    const byState = db
      .selectFrom(selectStates(days).as('h'))
      .select(({ fn }) => ['scriptId', 'state', fn.sum('runs').as('runs')])
      .where((eb) => eb.and(when(scriptId, (id) => eb('scriptId', '=', id))))
      .groupBy(['scriptId', 'state']);
    const byScript = db
      .selectFrom(byState.as('s'))
      .select(({ ref, fn }) => [
        's.scriptId',
        int(fn.sum('s.runs')).as('runs'),
        sql<Partial<RunCounts>>`json_object_agg(${ref('s.state')}, ${ref('s.runs')})`.as('counts'),
      ])
      .groupBy('s.scriptId')
      .orderBy('runs', 'desc')
      .orderBy('s.scriptId')
      .limit(take);
    return db
      .selectFrom(byScript.as('c'))
      .leftJoin('Devscript as d', 'd.id', 'c.scriptId')
      .leftJoin('Script as p', 'p.id', 'c.scriptId')
      .select(({ fn }) => ['c.scriptId', 'c.runs', 'c.counts', fn.coalesce('d.name', 'p.name').as('name')])
      .orderBy('c.runs', 'desc')
      .orderBy('c.scriptId');
  },
);

/** Selects the buckets in which the median and the 95th percentile are: those of the nearest rank. */
const selectPercentiles = defineStatement(
  ({ scriptIds, ...days }: Placeholders<Days & { scriptIds: string[] }>) => {
    const times = db
      .selectFrom(selectTimes(days).as('d'))
      .select(({ fn }) => ['scriptId', 'timer', 'bucket', fn.sum('runs').as('runs')])
      .where('scriptId', '=', anyOf(scriptIds))
      .groupBy(['scriptId', 'timer', 'bucket']);
    const ranked = db.selectFrom(times.as('t')).select(({ fn }) => [
      't.scriptId',
      't.timer',
      't.bucket',
      fn
        .sum('t.runs')
        .over((over) => over.partitionBy(['t.scriptId', 't.timer']).orderBy('t.bucket'))
        .as('rank'),
      fn
        .sum('t.runs')
        .over((over) => over.partitionBy(['t.scriptId', 't.timer']))
        .as('total'),
    ]);
    return db
      .selectFrom(ranked.as('r'))
      .select(({ ref }) => {
        const bucketAt = (share: number) =>
          sql<number>`min(${ref('r.bucket')}) FILTER (WHERE ${ref('r.rank')} >= ${sql.lit(share)} * ${ref('r.total')})`;
        return [
          'r.scriptId',
          'r.timer',
          int(sql`max(${ref('r.total')})`).as('count'),
          bucketAt(0.5).as('median'),
          bucketAt(0.95).as('p95'),
        ];
      })
      .groupBy(['r.scriptId', 'r.timer']);
  },
);

function toPercentiles({
  count,
  median,
  p95,
}: {
  count: number;
  median: number;
  p95: number;
}): TimePercentiles {
  return { count, medianMs: toMs(median), p95Ms: toMs(p95) };
}

/** Returns the middle of a bucket, which is at most 2 % from its ends. */
function toMs(bucket: number): number {
  return Math.round(bucketFactor ** (bucket - 0.5));
}
