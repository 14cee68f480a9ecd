import { sql } from 'kysely';
import { int } from '../../database/expressions';
import { db, type Placeholders } from '../../database/sql';
import { isInScope, type ScopeValues } from '../../records/device-scope';
import type { RunRange } from './run-range';

type Range = Placeholders<RunRange & { accountId: string } & ScopeValues>;

/** Selects numbers of runs by script and state. There are no counters by device, so the runs of a scope are counted. */
export function selectStates(range: Range) {
  const counters = db
    .selectFrom('HourlyRuns')
    .select(['scriptId', 'state', 'runs'])
    .where('accountId', '=', range.accountId)
    .where('hour', '>=', range.from)
    .where('hour', '<', range.to);
  if (range.groupIds === undefined) return counters;
  return runsOf(range)
    .select(['r.state', int(sql`1`).as('runs')])
    .where('r.isRetried', 'is', false) as unknown as typeof counters;
}

/** Selects how many runs of a script took how long, like `DailyTimes`. */
export function selectTimes(range: Range) {
  const counters = db
    .selectFrom('DailyTimes')
    .select(['scriptId', 'timer', 'bucket', 'runs'])
    .where('accountId', '=', range.accountId)
    .where('day', '>=', sql<Date>`(${range.from}::timestamptz AT TIME ZONE 'UTC')::date`)
    .where('day', '<', sql<Date>`(${range.to}::timestamptz AT TIME ZONE 'UTC')::date`);
  if (range.groupIds === undefined) return counters;
  const started = runsOf(range).where('r.startedAt', 'is not', null);
  const wait = sql<number>`"timeBucket"(extract(epoch FROM r."startedAt" - coalesce(r."releasedAt", r."createdAt"))::float8)`;
  const duration = sql<number>`"timeBucket"(extract(epoch FROM r."finishedAt" - r."startedAt")::float8)`;
  const columns = (timer: 'wait' | 'duration', bucket: typeof wait) => [
    sql<'wait' | 'duration'>`${sql.lit(timer)}::"RunTimer"`.as('timer'),
    bucket.as('bucket'),
    int(sql`1`).as('runs'),
  ];
  return started
    .select(columns('wait', wait))
    .unionAll(
      started
        .select(columns('duration', duration))
        .where('r.state', 'in', ['succeeded', 'failed'])
        .where('r.finishedAt', 'is not', null),
    ) as unknown as typeof counters;
}

function runsOf(range: Range) {
  return db
    .selectFrom('Run as r')
    .select(sql<string>`coalesce(r."scriptId", '')`.as('scriptId'))
    .where('r.accountId', '=', range.accountId)
    .where('r.id', '>=', range.firstId)
    .where('r.id', '<', range.endId)
    .where('r.createdAt', '>=', range.from)
    .where('r.createdAt', '<', range.to)
    .where(({ and, ref }) => and(isInScope(ref('r.deviceId'), range)));
}
