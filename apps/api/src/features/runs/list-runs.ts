import { OPEN_RUN_STATES, type Paging, type RunFilter, type RunList, type RunState } from '@drover/contract';
import { expressionBuilder, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { DeviceScope } from '../../auth/caller';
import type { AppContext } from '../../context/app-context';
import { anyOf, enumValue, when } from '../../database/expressions';
import { listHistory, type Branch, type Key, type Matches, type TimeRange } from '../../database/history';
import { escapeLike } from '../../database/lists';
import { db, defineStatement, type Placeholders } from '../../database/sql';
import type { Tables } from '../../database/tables';
import { isInScope, scopeValues } from '../../records/device-scope';
import { pinnedOfRun, toRun } from '../../records/run-record';
import { isOpen, problemStates } from '../../records/run-states';

const selectRuns = defineStatement(({ ids }: Placeholders<{ ids: string[] }>) =>
  db.selectFrom('Run as r').selectAll('r').select(pinnedOfRun.as('pinned')).where('r.id', '=', anyOf(ids)),
);

export function listRuns(
  { pool }: AppContext,
  scope: DeviceScope,
  { limit, cursor, total, createdAfter, createdBefore, ...filter }: RunFilter,
): Promise<RunList> {
  return listHistory(
    pool,
    { limit, cursor, total, createdAfter, createdBefore },
    { ...matchesOf(scope, filter), select: selectRuns, item: toRun },
  );
}

type RunConditions = Omit<RunFilter, keyof Paging | keyof TimeRange>;

/** Chooses the most selective index of runs. Conditions that it does not cover are checked row by row. */
function matchesOf(scope: DeviceScope, filter: RunConditions): Matches<'Run'> {
  const { accountId } = scope;
  const { jobId, deviceId, scriptId, failureId } = filter;
  const eb = expressionBuilder<{ t: Tables['Run'] }, 't'>();
  const isOwn = eb('t.accountId', '=', accountId);
  const ofDevice = when(deviceId, (id) => eb('t.deviceId', '=', id));
  const ofScript = when(scriptId, (id) => eb('t.scriptId', '=', id));
  const [keys, others]: [Key<'Run'>[], Expression<SqlBool>[]] =
    failureId !== undefined
      ? [
          [...(jobId === undefined ? [] : [['jobId', jobId] as const]), ['failureId', failureId]],
          [isOwn, ...ofDevice, ...ofScript],
        ]
      : jobId !== undefined
        ? [[['jobId', jobId]], [isOwn, ...ofDevice, ...ofScript]]
        : deviceId !== undefined
          ? [[['deviceId', deviceId]], [isOwn, ...ofScript]]
          : [
              [
                ['accountId', accountId],
                ...(scriptId === undefined ? [] : [['scriptId', scriptId] as const]),
              ],
              [],
            ];
  const { branches, isExact } =
    failureId === undefined
      ? branchesOf(eb, keys, filter.state ?? impliedStates(filter))
      : { branches: [{ keys }], isExact: false };
  return {
    table: 'Run',
    branches,
    filter: [
      ...others,
      ...isInScope(eb.ref('t.deviceId'), { accountId, ...scopeValues(scope) }),
      ...(isExact
        ? []
        : when(filter.state ?? impliedStates(filter), (states) => eb('t.state', 'in', states))),
      ...when(filter.exitCode, (code) => eb('t.exitCode', '=', code)),
      ...when(filter.reason, (part) => eb('t.reason', 'ilike', `%${escapeLike(part)}%`)),
    ],
  };
}

/** Successful runs have the exit code 0 and no reason. */
function impliedStates({ exitCode, reason }: RunConditions): RunState[] | undefined {
  if (reason !== undefined) return ['stopping', ...problemStates];
  return exitCode ? problemStates : undefined;
}

/** Finds the indexes that contain the runs in these states, and whether they contain no others. */
function branchesOf(
  eb: ExpressionBuilder<{ t: Tables['Run'] }, 't'>,
  keys: Key<'Run'>[],
  states?: RunState[],
): { branches: Branch<'Run'>[]; isExact: boolean } {
  if (!states || states.includes('succeeded')) return { branches: [{ keys }], isExact: !states };
  const wanted = [...new Set(states)];
  const open = wanted.filter(isOpen);
  const problems = wanted.filter((state) => !isOpen(state));
  return {
    branches: [
      ...(open.length > 0 ? [{ keys, where: eb('t.finishedAt', 'is', null) }] : []),
      ...problems.map((state) => ({
        keys: [...keys, ['problem', enumValue('RunState', state)] as const],
      })),
    ],
    isExact: open.length === 0 || open.length === OPEN_RUN_STATES.length,
  };
}
