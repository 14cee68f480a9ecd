import { LIMITS, type Finished } from '@drover/contract';
import type { ClientBase } from 'pg';
import { insertFrom, ints, texts, unnest } from '../../database/expressions';
import { db, defineStatement, execute, prepared, type Placeholders } from '../../database/sql';
import type { Report } from '../../device-socket/report';
import { toStoredText } from '../../device-socket/stored-text';
import { hasResult } from './bound-result';

interface ResultColumns {
  runIds: string[];
  values: (string | null)[];
  bytes: number[];
  problems: (string | null)[];
}

const insertResults = defineStatement((results: Placeholders<ResultColumns>) => {
  const runs = db
    .selectFrom(
      unnest('v', {
        runId: texts(results.runIds),
        value: texts(results.values),
        bytes: ints(results.bytes),
        problem: texts(results.problems),
      }),
    )
    .innerJoin('Run as r', 'r.id', 'v.runId');
  return insertFrom(db.insertInto('RunResult'), runs, ({ ref }) => ({
    runId: ref('r.id'),
    accountId: ref('r.accountId'),
    jobId: ref('r.jobId'),
    deviceId: ref('r.deviceId'),
    scriptId: ref('r.scriptId'),
    value: ref('v.value'),
    bytes: ref('v.bytes'),
    problem: ref('v.problem'),
  })).onConflict((conflict) => conflict.column('runId').doNothing());
});

/** Stores the results of runs that have just ended. A repeated report ends no run, so it stores nothing. */
export async function recordResults(
  client: ClientBase,
  reports: Report<Finished>[],
  ended: { id: string }[],
): Promise<void> {
  const endedIds = new Set(ended.map(({ id }) => id));
  const frames = reports.map(({ frame }) => frame);
  const left = frames.filter((frame) => endedIds.has(frame.runId) && hasResult(frame));
  if (left.length === 0) return;
  // In the order of most indexes.
  const rows = left.map(toRow).sort((a, b) => (a.runId < b.runId ? -1 : 1));
  await execute(
    client,
    prepared(
      insertResults({
        runIds: rows.map(({ runId }) => runId),
        values: rows.map(({ value }) => value),
        bytes: rows.map(({ value }) => Buffer.byteLength(value ?? '')),
        problems: rows.map(({ problem }) => problem),
      }),
    ),
  );
}

/** The mask of secrets may have made a value longer than its limit. */
function toRow({ runId, result, resultProblem }: Finished) {
  const value = result === undefined ? null : JSON.stringify(result);
  if (value === null) return { runId, value, problem: toStoredText(resultProblem ?? '', 1000) };
  const isTooLong = Buffer.byteLength(value) > 2 * LIMITS.resultBytes;
  return isTooLong
    ? { runId, value: null, problem: 'it is too large after its secrets were masked' }
    : { runId, value, problem: null };
}
