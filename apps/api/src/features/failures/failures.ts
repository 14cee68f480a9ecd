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
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AppContext } from '../../context/app-context';
import { anyOf, when } from '../../database/expressions';
import { inIndexOrder, listHistory } from '../../database/history';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { executeWith } from '../../database/transaction';
import { orNotFound } from '../../errors/api-error';
import { foldChanges } from '../counters/fold-changes';
import { hasTrend, runsLastDayOf, trendMs, trendOf } from './trends';

/** Columns of failures. */
const selectFailures = db
  .selectFrom('Failure as f')
  .innerJoin('FailureTotal as t', 't.failureId', 'f.id')
  .select(['f.id', 'f.scriptId', 'f.state', 'f.message', 'f.file', 'f.line', 'f.exitCode'])
  .select(['f.signal', 'f.step', 'f.firstSeenAt', 't.runs', 't.devices', 't.lastSeenAt'])
  .select((eb) => [versionsOf(eb.ref('f.id')).as('versions'), samplesOf(eb.ref('f.id')).as('samples')])
  .select((eb) => [runsLastDayOf(eb).as('runsLastDay'), trendOf(eb).as('trend')]);

const selectPage = defineStatement(({ ids }: Placeholders<{ ids: string[] }>) =>
  selectFailures.where('f.id', '=', anyOf(ids)),
);

/** Lists the failures of an account: the last seen first, or those that are new since a time, the newest first. */
export async function listFailures(
  { pool }: AppContext,
  accountId: string,
  { scriptId, since, trend, ...page }: FailureFilter,
): Promise<FailureList> {
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
        filter: trend && [hasTrend(trend, since)],
        ...{ select: selectPage, item: toFailure },
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
      ...{ select: selectPage, item: toFailure },
    },
  );
}

const selectFailure = defineStatement(
  ({ accountId, failureId }: Placeholders<{ accountId: string; failureId: string }>) =>
    selectFailures.where('t.failureId', '=', failureId).where('t.accountId', '=', accountId),
);

export async function getFailure(
  { pool }: AppContext,
  accountId: string,
  failureId: string,
): Promise<Failure> {
  await foldChanges(pool);
  return toFailure(orNotFound(await executeFirst(pool, prepared(selectFailure({ accountId, failureId })))));
}

const selectJobFailures = defineStatement(
  ({ jobId, limit }: Placeholders<{ jobId: string; limit: number }>) =>
    db
      .selectFrom('FailureCount as c')
      .innerJoin('Failure as f', 'f.id', 'c.failureId')
      .innerJoin('FailureTotal as t', 't.failureId', 'c.failureId')
      .select(['f.id', 'f.scriptId', 'f.state', 'f.message', 'f.file', 'f.line', 'f.exitCode'])
      // Only the last attempt of a device counts, so a job has as many devices as runs.
      .select(['f.signal', 'f.step', 'f.firstSeenAt', 't.lastSeenAt', 'c.runs', 'c.runs as devices'])
      .select((eb) => [
        sql<string[]>`array_remove(array[${eb.ref('c.version')}], null)`.as('versions'),
        samplesOf(eb.ref('c.failureId'), eb.ref('c.jobId')).as('samples'),
        runsLastDayOf(eb).as('runsLastDay'),
        trendOf(eb).as('trend'),
      ])
      .where('c.jobId', '=', jobId)
      .orderBy('c.runs', 'desc')
      .orderBy('c.failureId', 'desc')
      .limit(limit),
);

/** Lists the failures of a job, those with most runs first. */
export async function listJobFailures(
  { pool, prisma }: AppContext,
  where: { accountId: string; jobId: string },
  { limit = LIMITS.defaultPageItems }: JobFailureFilter,
): Promise<JobFailureList> {
  const { accountId, jobId } = where;
  orNotFound(await prisma.job.findFirst({ where: { id: jobId, accountId }, select: { id: true } }));
  await foldChanges(pool);
  const statement = prepared(selectJobFailures({ jobId, limit }));
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

/** The newest runs of a failure, of all jobs or of one, in the order of the indexes of failures. */
function samplesOf(failureId: Expression<string>, jobId?: Expression<string>) {
  return jsonArrayFrom(
    db
      .selectFrom('Run as r')
      .select(['r.id as _id', 'r.jobId', 'r.deviceId', 'r.deviceName'])
      .where('r.failureId', '=', failureId)
      .where((eb) => eb.and(when(jobId, (id) => eb('r.jobId', '=', id))))
      .orderBy('r.id', (order) => order.desc().nullsLast())
      .limit(FAILURE_BOUNDS.samples),
  );
}

type FailureRow = Omit<Failure, '_id' | 'firstSeenAt' | 'lastSeenAt'> & {
  id: string;
  firstSeenAt: Date;
  lastSeenAt: Date | null;
};

function toFailure({ id, firstSeenAt, lastSeenAt, ...row }: FailureRow): Failure {
  return {
    _id: id,
    scriptId: row.scriptId,
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
