import {
  FAILURE_BOUNDS,
  LIMITS,
  type Failure,
  type FailureFilter,
  type FailureList,
  type JobFailureFilter,
  type JobFailureList,
} from '@drover/contract';
import { expressionBuilder, sql, type Expression } from 'kysely';
import type { AppContext } from '../../context/app-context';
import type { DeviceScope } from '../../auth/caller';
import { anyOf, when } from '../../database/expressions';
import { inIndexOrder, listHistory } from '../../database/history';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { executeWith } from '../../database/transaction';
import { scopeValues, type ScopeValues, type StatementScope } from '../../records/device-scope';
import { orNotFound } from '../../errors/api-error';
import { selectJobId } from '../../records/job-record';
import { describeScript, selectScriptNames } from '../../records/script-names';
import { isFailureOf, runsOfJob, samplesOf, totalsOf } from './scoped-failures';
import { foldChanges } from '../counters/fold-changes';
import { hasTrend, runsLastDayOf, trendMs, trendOf } from './trends';

/** Selects failures with the numbers of their runs in a scope. */
const selectFailures = (scope: StatementScope) =>
  db
    .selectFrom('Failure as f')
    .innerJoin('FailureTotal as t', 't.failureId', 'f.id')
    .select(['f.id', 'f.scriptId', 'f.state', 'f.message', 'f.file', 'f.line', 'f.exitCode'])
    .select(['f.signal', 'f.step', 'f.firstSeenAt'])
    .select(({ ref }) => selectScriptNames({ scriptId: ref('f.scriptId'), accountId: ref('f.accountId') }))
    .select((eb) => totalsOf(eb, scope))
    .select((eb) => versionsOf(eb.ref('f.id')).as('versions'))
    .select((eb) => samplesOf({ failureId: eb.ref('f.id') }, scope).as('samples'))
    .select((eb) => [runsLastDayOf(eb, scope).as('runsLastDay'), trendOf(eb, scope).as('trend')]);

const selectPage = defineStatement(
  ({ ids, ...scope }: Placeholders<{ ids: string[]; accountId: string } & ScopeValues>) =>
    selectFailures(scope)
      .where('f.id', '=', anyOf(ids))
      // Otherwise PostgreSQL may read all totals to join them, if it takes the table for a small one.
      .where('t.failureId', '=', anyOf(ids)),
);

/** Lists the failures of an account: the last seen first, or those that are new since a time, the newest first. */
export async function listFailures(
  { pool }: AppContext,
  scope: DeviceScope,
  { scriptId, since, trend, ...page }: FailureFilter,
): Promise<FailureList> {
  const { accountId } = scope;
  const values = { accountId, ...scopeValues(scope) };
  const reader = { select: ({ ids }: { ids: string[] }) => selectPage({ ids, ...values }), item: toFailure };
  await foldChanges(pool);
  const ofScript = when(scriptId, (id) => ['scriptId', id] as const);
  if (since === undefined || trend !== undefined) {
    const range = trend && { createdAfter: new Date(Date.now() - trendMs).toISOString() };
    return listHistory(
      pool,
      { ...page, ...range },
      {
        ...{ table: 'FailureTotal', columns: { order: 'lastRunId', key: 'failureId' } },
        branches: [{ keys: [['accountId', accountId], ...ofScript] }],
        filter: [
          ...when(trend, (trends) => hasTrend(trends, { since, scope: values })),
          ...isFailureOf(sql.ref('t.failureId'), values),
        ],
        ...reader,
      },
    );
  }
  const eb = expressionBuilder<{ t: Tables['Failure'] }, 't'>();
  // IDs contain the time in seconds.
  const isNew = eb.and([eb('t.unusedSince', 'is', null), eb('t.firstSeenAt', '>=', new Date(since))]);
  return listHistory(
    pool,
    { ...page, createdAfter: since },
    {
      ...{ table: 'Failure', columns: { order: 'firstSeenId', key: 'id' } },
      branches: [{ keys: [['accountId', accountId], ...ofScript], where: isNew }],
      filter: isFailureOf(sql.ref('t.id'), values),
      ...reader,
    },
  );
}

const selectFailure = defineStatement(
  ({ failureId, ...scope }: Placeholders<{ accountId: string; failureId: string } & ScopeValues>) =>
    selectFailures(scope)
      .where('t.failureId', '=', failureId)
      .where('t.accountId', '=', scope.accountId)
      .where(({ and, ref }) => and(isFailureOf(ref('t.failureId'), scope))),
);

export async function getFailure(
  { pool }: AppContext,
  scope: DeviceScope,
  failureId: string,
): Promise<Failure> {
  await foldChanges(pool);
  const values = { accountId: scope.accountId, failureId, ...scopeValues(scope) };
  return toFailure(orNotFound(await executeFirst(pool, prepared(selectFailure(values)))));
}

const selectJobFailures = defineStatement(
  ({
    jobId,
    limit,
    ...scope
  }: Placeholders<{ accountId: string; jobId: string; limit: number } & ScopeValues>) =>
    db
      .selectFrom('FailureCount as c')
      .innerJoin('Failure as f', 'f.id', 'c.failureId')
      .innerJoin('FailureTotal as t', 't.failureId', 'c.failureId')
      .select(['f.id', 'f.scriptId', 'f.state', 'f.message', 'f.file', 'f.line', 'f.exitCode'])
      // Only the last attempt of a device counts, so a job has as many devices as runs.
      .select(['f.signal', 'f.step', 'f.firstSeenAt', 't.lastSeenAt'])
      .select(({ ref }) => selectScriptNames({ scriptId: ref('f.scriptId'), accountId: ref('f.accountId') }))
      .select((eb) => {
        const runs = runsOfJob(eb, scope);
        return [runs.as('runs'), runs.as('devices')];
      })
      .select((eb) => [
        sql<string[]>`array_remove(array[${eb.ref('c.version')}], null)`.as('versions'),
        samplesOf({ failureId: eb.ref('c.failureId'), jobId: eb.ref('c.jobId') }, scope).as('samples'),
        runsLastDayOf(eb, scope).as('runsLastDay'),
        trendOf(eb, scope).as('trend'),
      ])
      .where('c.jobId', '=', jobId)
      .where((eb) => eb.and(scope.groupIds === undefined ? [] : [eb(runsOfJob(eb, scope), '>', 0)]))
      .orderBy('runs', 'desc')
      .orderBy('c.failureId', 'desc')
      .limit(limit),
);

/** Lists the failures of a job, those with most runs first. */
export async function listJobFailures(
  { pool }: AppContext,
  { jobId, ...scope }: DeviceScope & { jobId: string },
  { limit = LIMITS.defaultPageItems }: JobFailureFilter,
): Promise<JobFailureList> {
  orNotFound(
    await executeFirst(pool, selectJobId({ accountId: scope.accountId, ...scopeValues(scope) }, jobId)),
  );
  await foldChanges(pool);
  const values = { accountId: scope.accountId, jobId, limit, ...scopeValues(scope) };
  const statement = prepared(selectJobFailures(values));
  const rows = await executeWith(pool, inIndexOrder, statement);
  return { count: rows.length, items: rows.map(toFailure) };
}

function versionsOf(failureId: Expression<string>) {
  const versions = db
    .selectFrom('FailureVersion as v')
    .select('v.version')
    .where('v.failureId', '=', failureId)
    .orderBy('v.runs', 'desc')
    .orderBy('v.version', 'desc')
    .limit(FAILURE_BOUNDS.versions);
  return sql<string[]>`array(${versions})`;
}

type FailureRow = Omit<Failure, '_id' | 'scriptName' | 'scriptKind' | 'firstSeenAt' | 'lastSeenAt'> & {
  id: string;
  devscriptName: string | null;
  libraryName: string | null;
  firstSeenAt: Date;
  lastSeenAt: Date | null;
};

function toFailure({ id, firstSeenAt, lastSeenAt, ...row }: FailureRow): Failure {
  return {
    _id: id,
    scriptId: row.scriptId,
    ...describeScript(row),
    state: row.state,
    message: row.message,
    file: row.file,
    line: row.line,
    exitCode: row.exitCode,
    signal: row.signal,
    step: row.step,
    runs: row.runs,
    devices: row.devices,
    runsLastDay: row.runsLastDay,
    trend: row.trend,
    versions: row.versions,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    samples: row.samples,
  };
}
