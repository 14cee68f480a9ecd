import {
  FAILURE_BOUNDS,
  LIMITS,
  type Failure,
  type FailureFilter,
  type FailureList,
  type JobFailureFilter,
  type JobFailureList,
  type Paging,
} from '@drover/contract';
import { sql, type Expression } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { AppContext } from '../../context/app-context';
import { when } from '../../database/expressions';
import { defineList, listPage } from '../../database/lists';
import { db, defineStatement, execute, executeFirst, prepared, type Placeholders } from '../../database/sql';
import { orNotFound } from '../../errors/api-error';
import { foldChanges } from '../counters/fold-changes';

type FailureConditions = { accountId: string; since?: Date } & Omit<FailureFilter, keyof Paging | 'since'>;

/** The ID of a row of the list is that of the newest run, by which it is sorted. */
const selectTotals = db
  .selectFrom('FailureTotal as t')
  .innerJoin('Failure as f', 'f.id', 't.failureId')
  .select(['t.lastRunId as id', 'f.id as failureId', 'f.scriptId', 'f.state', 'f.message', 'f.file'])
  .select(['f.line', 'f.exitCode', 'f.signal', 'f.firstSeenAt', 't.runs', 't.devices', 't.lastSeenAt'])
  .select((eb) => [versionsOf(eb.ref('f.id')).as('versions'), samplesOf(eb.ref('f.id')).as('samples')]);

const selectFailures = defineList((filter: Placeholders<FailureConditions>) =>
  selectTotals.where((eb) =>
    eb.and([
      eb('t.accountId', '=', filter.accountId),
      ...when(filter.scriptId, (scriptId) => eb('t.scriptId', '=', scriptId)),
      ...when(filter.since, (since) => eb('f.firstSeenAt', '>=', since)),
      ...when(filter.since, () => eb('f.accountId', '=', filter.accountId)),
    ]),
  ),
);

/** Lists the failures of an account, the last seen first. */
export async function listFailures(
  { pool }: AppContext,
  accountId: string,
  { limit, cursor, total, since, ...filter }: FailureFilter,
): Promise<FailureList> {
  await foldChanges(pool);
  const conditions = { accountId, ...filter, ...(since !== undefined && { since: new Date(since) }) };
  return listPage({ limit, cursor, total }, { ...selectFailures(pool, conditions), item: toFailure });
}

const selectFailure = defineStatement(
  ({ accountId, failureId }: Placeholders<{ accountId: string; failureId: string }>) =>
    selectTotals.where('t.failureId', '=', failureId).where('t.accountId', '=', accountId),
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
      .select(['f.id as failureId', 'f.scriptId', 'f.state', 'f.message', 'f.file', 'f.line', 'f.exitCode'])
      // Only the last attempt of a device counts, so a job has as many devices as runs.
      .select(['f.signal', 'f.firstSeenAt', 't.lastSeenAt', 'c.runs', 'c.runs as devices'])
      .select((eb) => [
        sql<string[]>`array_remove(array[${eb.ref('c.version')}], null)`.as('versions'),
        samplesOf(eb.ref('c.failureId'), eb.ref('c.jobId')).as('samples'),
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
  const rows = await execute(pool, prepared(selectJobFailures({ jobId, limit })));
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
  failureId: string;
  firstSeenAt: Date;
  lastSeenAt: Date | null;
};

function toFailure({ failureId, firstSeenAt, lastSeenAt, ...row }: FailureRow): Failure {
  return {
    _id: failureId,
    scriptId: row.scriptId,
    state: row.state,
    message: row.message,
    file: row.file,
    line: row.line,
    exitCode: row.exitCode,
    signal: row.signal,
    runs: row.runs,
    devices: row.devices,
    versions: row.versions,
    firstSeenAt: firstSeenAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    samples: row.samples,
  };
}
