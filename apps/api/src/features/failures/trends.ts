import { FAILURE_BOUNDS, RISING_FAILURE, type FailureTrend } from '@drover/contract';
import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { int, secondsAgo } from '../../database/expressions';
import { db } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { isInScope, type StatementScope } from '../../records/device-scope';

/** A SELECT of failures, which has the columns of `Failure` and `FailureTotal`. */
interface FailureTables {
  f: Tables['Failure'];
  t: Tables['FailureTotal'];
}
type FailureBuilder = Pick<ExpressionBuilder<FailureTables, 'f' | 't'>, 'ref'>;

const daySeconds = 86_400;

/** How long ago the newest run of a failure with a trend may be. */
export const trendMs = daySeconds * 1000;

/** An ID that is greater than the IDs of all records from before so many days ago, like `firstIdAt`. */
function firstIdDaysAgo(days: number): Expression<string> {
  const seconds = sql`extract(epoch FROM ${secondsAgo(days * daySeconds)})::bigint`;
  return sql<string>`rpad(lpad(to_hex(${seconds}), 8, '0'), 24, '0')`;
}

/** Days ago. */
interface Days {
  from: number;
  until: number;
}

/** Counts the runs of a failure that were created between two days, at most `FAILURE_BOUNDS.runsPerDay`. */
function countRuns({ ref }: FailureBuilder, { from, until }: Days, scope?: StatementScope) {
  const runs = db
    .selectFrom('Run as r')
    .select('r.id')
    .where('r.failureId', '=', ref('f.id'))
    .where(({ and, ref: own }) => and(scope ? isInScope(own('r.deviceId'), scope) : []))
    .where('r.id', '>=', firstIdDaysAgo(from))
    .where('r.id', '<', firstIdDaysAgo(until))
    .limit(FAILURE_BOUNDS.runsPerDay);
  return db.selectFrom(runs.as('counted')).select(({ fn }) => int(fn.countAll()).as('runs'));
}

/** IDs of now and of the next seconds have to count, because the clocks of servers differ. */
const tomorrow = -1;

export function runsLastDayOf(eb: FailureBuilder, scope?: StatementScope) {
  return sql<number>`(${countRuns(eb, { from: 1, until: tomorrow }, scope)})`;
}

function isNew({ ref }: FailureBuilder): Expression<SqlBool> {
  return sql<SqlBool>`${ref('f.firstSeenAt')} >= ${secondsAgo(daySeconds)}`;
}

function isRising(eb: FailureBuilder, scope?: StatementScope): Expression<SqlBool> {
  const { runs, factor } = RISING_FAILURE;
  const last = runsLastDayOf(eb, scope);
  const before = sql<number>`(${countRuns(eb, { from: 2, until: 1 }, scope)})`;
  return sql<SqlBool>`${last} >= greatest(${sql.lit(runs)}, ${sql.lit(factor)} * ${before})`;
}

export function trendOf(eb: FailureBuilder, scope?: StatementScope) {
  return sql<FailureTrend | null>`CASE WHEN ${isNew(eb)} THEN 'new' WHEN ${isRising(eb, scope)} THEN 'rising' END`;
}

/**
 * The condition of a row `t` of `FailureTotal` whose failure has one of these trends, and was first seen at a time or later.
 * Both trends need a run of the last day.
 */
export function hasTrend(
  trends: FailureTrend[],
  { since, scope }: { since?: string; scope: StatementScope },
): Expression<SqlBool> {
  const { ref } = expressionBuilder<FailureTables, 'f' | 't'>();
  const is = { new: isNew, rising: isRising };
  const failure = db
    .selectFrom('Failure as f')
    .select('f.id')
    .where('f.id', '=', ref('t.failureId'))
    .where(({ or }) => or(trends.map((trend) => is[trend]({ ref }, scope))))
    .where(({ and, eb }) => and(since === undefined ? [] : [eb('f.firstSeenAt', '>=', new Date(since))]));
  return sql<SqlBool>`EXISTS (${failure})`;
}
