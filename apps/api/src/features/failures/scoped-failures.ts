import { FAILURE_BOUNDS } from '@drover/contract';
import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { int, when } from '../../database/expressions';
import { db } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { isInScope, type StatementScope } from '../../records/device-scope';

/** Returns the condition that a device of a scope had the failure, to be spread into `eb.and`. */
export function isFailureOf(failureId: Expression<unknown>, scope: StatementScope): Expression<SqlBool>[] {
  return scope.groupIds === undefined ? [] : [sql<SqlBool>`EXISTS (${devicesOf(failureId, scope)})`];
}

function devicesOf(failureId: Expression<unknown>, scope: StatementScope) {
  return db
    .selectFrom('FailureDevice as e')
    .select('e.runs')
    .where('e.failureId', '=', sql<string>`${failureId}`)
    .where('e.runs', '>', 0)
    .where(({ and, ref }) => and(isInScope(ref('e.deviceId'), scope)));
}

type TotalsBuilder = ExpressionBuilder<
  Tables & { f: Tables['Failure']; t: Tables['FailureTotal'] },
  'f' | 't'
>;

export function totalsOf({ ref, selectFrom }: TotalsBuilder, scope: StatementScope) {
  if (scope.groupIds === undefined) {
    return [
      ref('t.runs').as('runs'),
      ref('t.devices').as('devices'),
      ref('t.lastSeenAt').as('lastSeenAt'),
    ] as const;
  }
  const devices = devicesOf(ref('f.id'), scope);
  const last = selectFrom('Run as r')
    .select(({ fn }) => fn.coalesce('r.finishedAt', 'r.createdAt').as('at'))
    .where('r.failureId', '=', ref('f.id'))
    .where((eb) => eb.and(isInScope(eb.ref('r.deviceId'), scope)))
    .orderBy('r.id', (order) => order.desc().nullsLast())
    .limit(1);
  return [
    sql<number>`(SELECT coalesce(sum(runs), 0)::int FROM (${devices}) own)`.as('runs'),
    sql<number>`(SELECT count(*)::int FROM (${devices}) own)`.as('devices'),
    sql<Date | null>`(${last})`.as('lastSeenAt'),
  ] as const;
}

/** The number of runs of a job that failed so, from its counter or in a scope. */
export function runsOfJob(
  { ref }: { ref: (column: 'c.runs' | 'c.jobId' | 'c.failureId') => Expression<unknown> },
  scope: StatementScope,
) {
  if (scope.groupIds === undefined) return sql<number>`${ref('c.runs')}`;
  const runs = db
    .selectFrom('Run as own')
    .select(({ fn }) => int(fn.countAll()).as('runs'))
    .where('own.jobId', '=', sql<string>`${ref('c.jobId')}`)
    .where('own.failureId', '=', sql<string>`${ref('c.failureId')}`)
    .where((eb) => eb.and(isInScope(eb.ref('own.deviceId'), scope)));
  return sql<number>`(${runs})`;
}

/** The newest runs of a failure in a scope, of all jobs or of one, in the order of the indexes of failures. */
export function samplesOf(
  { failureId, jobId }: { failureId: Expression<string>; jobId?: Expression<string> },
  scope: StatementScope,
) {
  return jsonArrayFrom(
    db
      .selectFrom('Run as r')
      .select(['r.id as _id', 'r.jobId', 'r.deviceId', 'r.deviceName'])
      .where('r.failureId', '=', failureId)
      .where((eb) =>
        eb.and([...when(jobId, (id) => eb('r.jobId', '=', id)), ...isInScope(eb.ref('r.deviceId'), scope)]),
      )
      .orderBy('r.id', (order) => order.desc().nullsLast())
      .limit(FAILURE_BOUNDS.samples),
  );
}
