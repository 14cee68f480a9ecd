import type { Event, LogLine } from '@drover/contract';
import type { InferResult } from 'kysely';
import { anyOf, ints, texts, unnest } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { toArtifact } from '../../records/artifact-record';
import { selectDevices, toDevice } from '../../records/device-record';
import { resultField, resultOfRun } from '../../records/result-in-event';
import { pinnedOfRun, toRun } from '../../records/run-record';
import type { AppContext } from '../../context/app-context';
import type { Steps } from '../../tasks/steps';
import { decodeBlock, hasLinesFrom } from '../runs/log-blocks';
import type { MergedChanges } from './merge-changes';

/** Maximum text of one log event, in UTF-16 units. */
const maxLogEventUnits = 64 * 1024;

/** An event, and the account that may see it. */
interface AccountEvent {
  accountId: string;
  event: Event;
}

/**
 * Loads the changed records of these accounts. Log lines precede their runs, so they arrive before the end of a run.
 */
export async function loadEvents(
  context: AppContext,
  { deviceIds, removedDevices, lines, messages, artifacts, approvals, runs }: MergedChanges,
  accountIds: string[],
): Promise<AccountEvent[]> {
  return [
    ...(deviceIds.length > 0 ? await loadDevices(context, deviceIds, accountIds) : []),
    ...removedDevices.map(({ accountId, deviceId }) =>
      ofAccount(accountId, { type: 'device.removed', deviceId }),
    ),
    ...(lines.length > 0 ? await loadLines(context, lines, accountIds) : []),
    ...messages.map(({ accountId, ...message }) => ofAccount(accountId, { type: 'message', ...message })),
    ...approvals.map(({ accountId, approvalId }) => ofAccount(accountId, { type: 'approval', approvalId })),
    ...(artifacts.length > 0 ? await loadArtifacts(context, artifacts, accountIds) : []),
    ...(runs.size > 0 ? await loadRuns(context, runs, accountIds) : []),
  ];
}

async function loadDevices(
  { pool }: AppContext,
  deviceIds: string[],
  accountIds: string[],
): Promise<AccountEvent[]> {
  const select = selectDevices
    .where('d.id', '=', anyOf(deviceIds))
    .where('d.accountId', '=', anyOf(accountIds));
  const rows = await execute(pool, select);
  return rows.map((row) => ofAccount(row.accountId, { type: 'device', device: toDevice(row) }));
}

/**
 * Loads the runs that are still in an announced state. A run in a later state is omitted: the change to that state will
 * be announced too, and the last lines of the run come before it.
 */
async function loadRuns(
  { pool }: AppContext,
  changed: MergedChanges['runs'],
  accountIds: string[],
): Promise<AccountEvent[]> {
  const select = db
    .selectFrom('Run as r')
    .selectAll('r')
    .select([resultOfRun.as('result'), pinnedOfRun.as('pinned')])
    .where('r.id', '=', anyOf([...changed.keys()]))
    .where('r.accountId', '=', anyOf(accountIds))
    .orderBy('r.id');
  const rows = await execute(pool, select);
  return rows
    .filter(({ id, state }) => changed.get(id)?.has(state))
    .map(({ result, ...row }) =>
      ofAccount(row.accountId, { type: 'run', run: toRun(row), ...resultField(result) }),
    );
}

async function loadArtifacts(
  { pool }: AppContext,
  artifacts: MergedChanges['artifacts'],
  accountIds: string[],
): Promise<AccountEvent[]> {
  const watched = artifacts.filter(({ accountId }) => accountIds.includes(accountId));
  const select = db
    .selectFrom('Artifact')
    .selectAll()
    .where('id', '=', anyOf(watched.map(({ artifactId }) => artifactId)))
    .orderBy('id');
  const rows = await execute(pool, select);
  return rows.map((row) => ofAccount(row.accountId, { type: 'artifact', artifact: toArtifact(row) }));
}

async function loadLines(
  { pool, turns }: AppContext,
  ranges: MergedChanges['lines'],
  accountIds: string[],
): Promise<AccountEvent[]> {
  // Under no account, because the lines of all accounts are loaded together.
  return turns.compute('', toLogs(await execute(pool, selectBlocks(ranges, accountIds))));
}

function selectBlocks(ranges: MergedChanges['lines'], accountIds: string[]) {
  const range = unnest('v', {
    runId: texts(ranges.map(({ runId }) => runId)),
    first: ints(ranges.map(({ first }) => first)),
    last: ints(ranges.map(({ last }) => last)),
  });
  return db
    .selectFrom(range)
    .innerJoin('Run as r', 'r.id', 'v.runId')
    .innerJoin('RunLog as b', 'b.runId', 'r.id')
    .select([
      'r.id as runId',
      'r.jobId',
      'r.deviceId',
      'r.accountId',
      'v.first',
      'v.last',
      'b.seq',
      'b.lines',
    ])
    .where('r.accountId', '=', anyOf(accountIds))
    .where((eb) => hasLinesFrom(eb.ref('v.first')))
    .whereRef('b.seq', '<=', 'v.last')
    .orderBy('r.id')
    .orderBy('v.first')
    .orderBy('b.seq');
}

type BlockRow = InferResult<ReturnType<typeof selectBlocks>>[number];

function* toLogs(rows: BlockRow[]): Steps<AccountEvent[]> {
  const logs: AccountEvent[] = [];
  let lines: LogLine[] = [];
  let [runId, units] = ['', 0];
  for (const { accountId, jobId, deviceId, first, last, ...row } of rows) {
    for (const line of decodeBlock(row)) {
      if (line.seq < first || line.seq > last) continue;
      if (row.runId !== runId || units > maxLogEventUnits) {
        [runId, units, lines] = [row.runId, 0, []];
        logs.push(ofAccount(accountId, { type: 'log', runId, jobId, deviceId, lines }));
      }
      units += line.text.length;
      lines.push(line);
    }
    yield;
  }
  return logs;
}

function ofAccount(accountId: string, event: Event): AccountEvent {
  return { accountId, event };
}
