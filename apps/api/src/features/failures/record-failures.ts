import type { RunState } from '@drover/contract';
import type { ClientBase } from 'pg';
import type { ChangedRun } from '../../bus/bus';
import { anyOf, enums, insertFrom, ints, texts, unnest } from '../../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';
import { settleAll } from '../../database/transaction';
import { groupedStates } from '../../records/run-states';
import { describeFailure, type FailureDescription } from './describe-failure';

const selectFailed = defineStatement(({ runIds }: Placeholders<{ runIds: string[] }>) =>
  db
    .selectFrom('Run')
    .select(['id', 'accountId', 'scriptId', 'state', 'reason', 'exitCode', 'signal', 'failedStep'])
    .where('id', '=', anyOf(runIds))
    .where('isRetried', 'is', false),
);

interface FailureColumns {
  ids: string[];
  accountIds: string[];
  scriptIds: (string | null)[];
  states: RunState[];
  messages: (string | null)[];
  files: (string | null)[];
  lines: (number | null)[];
  exitCodes: (number | null)[];
  signals: (string | null)[];
  steps: (string | null)[];
}

/** Does not wait for other transactions, unless they insert the same failure for the first time. */
const insertFailures = defineStatement((columns: Placeholders<FailureColumns>) => {
  const failures = db
    .selectFrom(
      unnest('v', {
        ...{
          id: texts(columns.ids),
          accountId: texts(columns.accountIds),
          scriptId: texts(columns.scriptIds),
        },
        ...{ state: enums('RunState', columns.states), message: texts(columns.messages) },
        ...{ file: texts(columns.files), line: ints(columns.lines) },
        ...{ exitCode: ints(columns.exitCodes), signal: texts(columns.signals) },
        step: texts(columns.steps),
      }),
    )
    .where((eb) => eb.not(eb.exists(eb.selectFrom('Failure as f').whereRef('f.id', '=', 'v.id'))));
  return insertFrom(db.insertInto('Failure'), failures, (eb) => ({
    ...{ id: eb.ref('v.id'), accountId: eb.ref('v.accountId'), scriptId: eb.ref('v.scriptId') },
    ...{ state: eb.ref('v.state'), message: eb.ref('v.message'), file: eb.ref('v.file') },
    ...{ line: eb.ref('v.line'), exitCode: eb.ref('v.exitCode'), signal: eb.ref('v.signal') },
    step: eb.ref('v.step'),
  })).onConflict((conflict) => conflict.doNothing());
});

const assignRuns = defineStatement(
  ({ runIds, failureIds }: Placeholders<{ runIds: string[]; failureIds: string[] }>) =>
    db
      .updateTable('Run as r')
      .from(unnest('v', { runId: texts(runIds), failureId: texts(failureIds) }))
      .set({ failureId: (eb) => eb.ref('v.failureId') })
      .whereRef('r.id', '=', 'v.runId'),
);

/**
 * Returns the failures of runs that failed. Attempts that another one follows have none. Call it in the transaction that
 * ends the runs, after their retries are inserted.
 */
export async function findFailures(client: ClientBase, ended: ChangedRun[]): Promise<RunFailure[]> {
  const failedIds = ended.filter(({ state }) => isGrouped(state)).map(({ id }) => id);
  if (failedIds.length === 0) return [];
  const runs = await execute(client, prepared(selectFailed({ runIds: failedIds })));
  return runs.map((run) => ({ ...run, runId: run.id, ...describeFailure(run) }));
}

/** Assigns runs that failed to the groups of their failures. Sends all statements at once. */
export async function assignFailures(client: ClientBase, described: RunFailure[]): Promise<void> {
  if (described.length === 0) return;
  // Sorted, so that two transactions that insert the same failures do not wait for each other.
  const failures = [...new Map(described.map((failure) => [failure.id, failure])).values()];
  failures.sort((a, b) => (a.id < b.id ? -1 : 1));
  const runIds = described.map(({ runId }) => runId);
  await settleAll([
    execute(client, prepared(insertFailures(columnsOf(failures)))),
    execute(client, prepared(assignRuns({ runIds, failureIds: described.map(({ id }) => id) }))),
  ]);
}

function isGrouped(state: RunState): boolean {
  return (groupedStates as readonly RunState[]).includes(state);
}

/** What a run failed of. Runs with the same description share an ID. */
type RunFailure = FailureDescription & {
  runId: string;
  accountId: string;
  scriptId: string | null;
  state: RunState;
  exitCode: number | null;
  signal: string | null;
  failedStep: string | null;
};

function columnsOf(failures: RunFailure[]): FailureColumns {
  return {
    ids: failures.map(({ id }) => id),
    accountIds: failures.map(({ accountId }) => accountId),
    scriptIds: failures.map(({ scriptId }) => scriptId),
    states: failures.map(({ state }) => state),
    messages: failures.map(({ message }) => message),
    files: failures.map(({ file }) => file),
    lines: failures.map(({ line }) => line),
    exitCodes: failures.map(({ exitCode }) => exitCode),
    signals: failures.map(({ signal }) => signal),
    steps: failures.map(({ failedStep }) => failedStep),
  };
}
