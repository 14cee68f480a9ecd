import type { Event, LogLine } from '@drover/contract';
import type { InferResult } from 'kysely';
import { anyOf, ints, texts, unnest } from '../../database/expressions';
import { db, execute } from '../../database/sql';
import { selectDevices, toDevice } from '../../records/device-record';
import { toRun } from '../../records/run-record';
import type { AppContext } from '../../context/app-context';
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
  { deviceIds, removedDevices, lines, messages, runs }: MergedChanges,
  accountIds: string[],
): Promise<AccountEvent[]> {
  return [
    ...(deviceIds.length > 0 ? await loadDevices(context, deviceIds, accountIds) : []),
    ...removedDevices.map(({ accountId, deviceId }) =>
      ofAccount(accountId, { type: 'device.removed', deviceId }),
    ),
    ...(lines.length > 0 ? await loadLines(context, lines, accountIds) : []),
    ...messages.map(({ accountId, ...message }) => ofAccount(accountId, { type: 'message', ...message })),
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
    .selectFrom('Run')
    .selectAll()
    .where('id', '=', anyOf([...changed.keys()]))
    .where('accountId', '=', anyOf(accountIds))
    .orderBy('id');
  const rows = await execute(pool, select);
  return rows
    .filter(({ id, state }) => changed.get(id)?.has(state))
    .map((row) => ofAccount(row.accountId, { type: 'run', run: toRun(row) }));
}

async function loadLines(
  { pool }: AppContext,
  ranges: MergedChanges['lines'],
  accountIds: string[],
): Promise<AccountEvent[]> {
  return toLogs(await execute(pool, selectLines(ranges, accountIds)));
}

function selectLines(ranges: MergedChanges['lines'], accountIds: string[]) {
  const range = unnest('v', {
    runId: texts(ranges.map(({ runId }) => runId)),
    first: ints(ranges.map(({ first }) => first)),
    last: ints(ranges.map(({ last }) => last)),
  });
  return db
    .selectFrom(range)
    .innerJoin('Run as r', 'r.id', 'v.runId')
    .innerJoin('RunLog as l', 'l.runId', 'r.id')
    .select(['r.id as runId', 'r.jobId', 'r.deviceId', 'r.accountId', 'l.seq', 'l.at', 'l.level', 'l.text'])
    .where('r.accountId', '=', anyOf(accountIds))
    .where((eb) => eb.between('l.seq', eb.ref('v.first'), eb.ref('v.last')))
    .orderBy('r.id')
    .orderBy('l.seq');
}

type LineRow = InferResult<ReturnType<typeof selectLines>>[number];

function toLogs(rows: LineRow[]): AccountEvent[] {
  const logs: AccountEvent[] = [];
  let lines: LogLine[] = [];
  let [runId, units] = ['', 0];
  for (const { accountId, jobId, deviceId, ...row } of rows) {
    if (row.runId !== runId || units > maxLogEventUnits) {
      [runId, units, lines] = [row.runId, 0, []];
      logs.push(ofAccount(accountId, { type: 'log', runId, jobId, deviceId, lines }));
    }
    units += row.text.length;
    lines.push({ seq: row.seq, at: row.at.toISOString(), level: row.level, text: row.text });
  }
  return logs;
}

function ofAccount(accountId: string, event: Event): AccountEvent {
  return { accountId, event };
}
