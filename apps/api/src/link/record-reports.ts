import type { LineRange } from '../bus/bus';
import { execute, type Statement } from '../database/sql';
import { settleAll, byKey, executeWith, transact } from '../database/transaction';
import { publishLines, publishMessages, publishRuns } from '../bus/publish-changes';
import { recordPosted, recordReceived } from '../features/messages/reports';
import { insertRetries } from '../features/runs/retries';
import { boundResult } from '../features/runs/bound-result';
import { mapPositions } from '../features/runs/map-positions';
import { recordResults } from '../features/runs/record-results';
import { prepareLines, writeChanges } from '../features/runs/line-reports';
import { recordAccepted, recordFinished, recordStarted, type StartedRun } from '../features/runs/reports';
import { maskReports } from '../features/secrets/mask-reports';
import type { AppContext } from '../context/app-context';
import { recordEnded } from '../features/runs/finished-events';
import type { DurableFrame, Report } from '../device-socket/report';

/** Results of one batch, from which on they are written in a transaction of their own. */
const manyResults = 250;

/** Stores reports of many devices. Reports that arrive again change nothing. */
export async function recordReports(context: AppContext, received: Report[]): Promise<void[]> {
  const masked = await maskReports(context, received.map(boundResult));
  const reports = await mapPositions(context, masked);
  for (const part of separateResults(reports)) await recordPart(context, part);
  return [];
}

/** A result costs three times as much as a start, so many of them would delay the starts of a large dispatch. */
function separateResults(reports: Report[]): Report[][] {
  const results = reports.filter(({ frame }) => frame.type === 'finished');
  if (results.length < manyResults || results.length === reports.length) return [reports];
  return [reports.filter(({ frame }) => frame.type !== 'finished'), results];
}

/** Stores reports, and then publishes what they changed. */
async function recordPart(context: AppContext, reports: Report[]): Promise<void> {
  const sorted = sortByType(reports);
  const { lines, messages, started, runs } = await write(context, sorted, reports.length);
  context.masks.delete(sorted.finished.map(({ frame }) => frame.runId));
  measure(context, { reports, started, lines });
  reportRejections(context, reports);
  publishLines(context, lines);
  publishMessages(context, messages);
  publishRuns(context, runs);
}

/**
 * Writes reports in one transaction. The frames of a device arrive in the order of a run's states, so they can be stored
 * type by type. Other statements may wait for a transaction. So logs are read before it, lines alone are one statement, and
 * statements that do not need each other's results are sent together.
 */
async function write({ pool }: AppContext, sorted: Sorted, count: number) {
  const settings = byKey;
  const runAlone = <Row>(statement: Statement<Row>) => executeWith(pool, { settings }, statement);
  const changes = await prepareLines(runAlone, sorted.log);
  if (sorted.log.length === count) {
    return { lines: await writeChanges(runAlone, changes), messages: [], started: [], runs: [] };
  }
  return transact(pool, { settings }, async (client, commit) => {
    const isPostedAlone = sorted.posted.length === count;
    const recorded = settleAll([
      recordStarted(client, sorted.started),
      writeChanges((statement) => execute(client, statement), changes),
      recordFinished(client, sorted.finished),
      recordPosted(client, sorted.posted, isPostedAlone ? commit : undefined),
      recordReceived(client, sorted.received),
      recordAccepted(client, withoutStarted(sorted)),
    ]);
    // These types need one statement each, which is sent already. Other types may need more.
    if (sorted.started.length + sorted.received.length + sorted.accepted.length === count) commit();
    const [started, lines, finished, messages] = await recorded;
    const [, retries] = await settleAll([
      recordResults(client, sorted.finished, finished),
      insertRetries(client, finished),
      recordEnded(client, finished, commit),
    ]);
    return { lines, messages, started, runs: [...started, ...finished, ...retries] };
  });
}

/** Leaves out runs that started, because recording the start also accepts them. */
function withoutStarted({ accepted, started }: Sorted): Sorted['accepted'] {
  const startedIds = new Set(started.map(({ frame }) => frame.runId));
  return accepted.filter(({ frame }) => !startedIds.has(frame.runId));
}

interface Written {
  reports: Report[];
  started: StartedRun[];
  lines: LineRange[];
}

function measure({ metrics }: AppContext, { reports, started, lines }: Written): void {
  for (const { waitedSeconds } of started) metrics.dispatchLatency.observe(waitedSeconds);
  for (const { first, last } of lines) metrics.logLines.inc(last - first + 1);
  for (const { frame, time } of reports) {
    const at = frame.type === 'log' ? frame.lines[0]?.at : 'at' in frame ? frame.at : undefined;
    if (at !== undefined) metrics.outboxLag.observe((Date.now() - time(at).getTime()) / 1000);
  }
}

function reportRejections({ log, metrics }: AppContext, reports: Report[]): void {
  for (const { deviceId, rejection } of reports) {
    if (!rejection) continue;
    metrics.rejectedFrames.inc({ type: rejection.type });
    log.warn({ deviceId, ...rejection }, 'rejected a frame of a device');
  }
}

/** The reports of each type, in order. */
type Sorted = { [Type in DurableFrame['type']]: Report<Extract<DurableFrame, { type: Type }>>[] };

/** Groups reports by type. A missing type fails to compile. A type that is not stored above is acknowledged and lost. */
function sortByType(reports: Report[]): Sorted {
  const sorted: Sorted = {
    ...{ accepted: [], started: [], log: [], posted: [], received: [], finished: [] },
    discarded: [],
  };
  for (const report of reports) (sorted[report.frame.type] as Report[]).push(report);
  return sorted;
}
