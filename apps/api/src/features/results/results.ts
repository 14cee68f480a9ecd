import type { Paging, ResultFilter, ResultList, RunResult } from '@drover/contract';
import { expressionBuilder } from 'kysely';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { anyOf, when } from '../../database/expressions';
import { listHistory, type Key, type TimeRange } from '../../database/history';
import { db, defineStatement, executeFirst, prepared, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { isInScope, scopeValues, type ScopeValues } from '../../records/device-scope';
import { orNotFound } from '../../errors/api-error';
import { checkResults, type UncheckedResult } from './result-schemas';
import { isVariantOfRun } from '../../records/run-variant';

const results = db
  .selectFrom('RunResult as t')
  .innerJoin('Run as r', 'r.id', 't.runId')
  .innerJoin('Job as j', 'j.id', 'r.jobId')
  .leftJoin('JobVariant as k', (join) => join.on(isVariantOfRun))
  .select(['t.runId as id', 't.value', 't.problem', 'r.jobId', 'r.deviceId', 'r.deviceName', 'r.scriptId'])
  .select(['r.state', 'r.attempt', 'r.isRetried', 'r.createdAt', 'r.finishedAt'])
  .select((eb) =>
    eb
      .case()
      .when('r.variant', 'is', null)
      .then(eb.ref('j.schemaSha256'))
      .else(eb.ref('k.schemaSha256'))
      .end()
      .as('schemaSha256'),
  );

const selectResults = defineStatement(({ ids }: Placeholders<{ ids: string[] }>) =>
  results.where('t.runId', '=', anyOf(ids)),
);

const selectResult = defineStatement(
  ({ runId, ...scope }: Placeholders<{ accountId: string; runId: string } & ScopeValues>) =>
    results
      .where('t.runId', '=', runId)
      .where('t.accountId', '=', scope.accountId)
      .where(({ and, ref }) => and(isInScope(ref('t.deviceId'), scope))),
);

interface Row extends Omit<RunResult, 'runId' | 'value' | 'createdAt' | 'finishedAt' | 'schemaProblem'> {
  id: string;
  value: string | null;
  schemaSha256: string | null;
  createdAt: Date;
  finishedAt: Date | null;
}

/** Reads the result of a run. A run without a result is not found. */
export async function getResult(context: AppContext, scope: DeviceScope, runId: string): Promise<RunResult> {
  const values = { accountId: scope.accountId, runId, ...scopeValues(scope) };
  const row = orNotFound(await executeFirst(context.pool, prepared(selectResult(values))));
  const [result] = await checkResults(context, [toResult(row)]);
  return result;
}

/** Lists results, those of the newest runs first. */
export async function listResults(
  context: AppContext,
  scope: DeviceScope,
  { limit, cursor, total, createdAfter, createdBefore, ...filter }: ResultFilter,
): Promise<ResultList> {
  const paging = { limit, cursor, total, createdAfter, createdBefore };
  const page = await listHistory(context.pool, paging, {
    table: 'RunResult',
    columns: { order: 'runId', key: 'runId' },
    ...matchesOf(scope, filter),
    select: selectResults,
    item: toResult,
    hasLargeRows: true,
  });
  return { ...page, items: await checkResults(context, page.items) };
}

/** Chooses the most selective index of results. Conditions that it does not cover are checked row by row. */
function matchesOf(scope: DeviceScope, filter: Omit<ResultFilter, keyof Paging | keyof TimeRange>) {
  const { accountId } = scope;
  const { jobId, deviceId, scriptId } = filter;
  const eb = expressionBuilder<{ t: Tables['RunResult'] }, 't'>();
  const key: Key<'RunResult'>[] =
    jobId !== undefined
      ? [['jobId', jobId]]
      : deviceId !== undefined
        ? [['deviceId', deviceId]]
        : scriptId !== undefined
          ? [['scriptId', scriptId]]
          : [];
  const isKey = (name: string) => key.some(([column]) => column === name);
  return {
    branches: [{ keys: [['accountId', accountId] as Key<'RunResult'>, ...key] }],
    filter: [
      ...when(isKey('deviceId') ? undefined : deviceId, (id) => eb('t.deviceId', '=', id)),
      ...when(isKey('scriptId') ? undefined : scriptId, (id) => eb('t.scriptId', '=', id)),
      ...isInScope(eb.ref('t.deviceId'), { accountId, ...scopeValues(scope) }),
    ],
  };
}

function toResult({ id, value, createdAt, finishedAt, ...run }: Row): UncheckedResult {
  return {
    runId: id,
    ...run,
    value: value === null ? null : (JSON.parse(value) as unknown),
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
