import type { LineRange } from '../bus/bus';
import { transact } from '../database/transaction';
import { publishLines, publishMessages, publishRuns } from '../events/publish';
import { recordPosted, recordReceived } from '../messages/reports';
import { insertRetries } from '../rollouts/retries';
import { recordLines } from '../runs/line-reports';
import { recordAccepted, recordFinished, recordStarted, type StartedRun } from '../runs/reports';
import { maskReports } from '../secrets/mask-reports';
import type { Service } from '../service';
import { recordEnded, recordMessages } from '../webhooks/happenings';
import type { DurableFrame, Report } from './report';

/**
 * Writes what many devices report, as one transaction. A device's frames come in the order of a run's life, so they may
 * be written kind by kind. All of it may come again, and changes nothing then.
 */
export async function recordReports(service: Service, told: Report[]): Promise<void[]> {
  const reports = await maskReports(service, told);
  const sorted = sortByType(reports);
  const { lines, messages, started, runs } = await transact(service.pool, async (client) => {
    const started = await recordStarted(client, sorted.started);
    const lines = await recordLines(client, sorted.log);
    const finished = await recordFinished(client, sorted.finished);
    const retries = await insertRetries(client, finished);
    await recordAccepted(client, withoutStarted(sorted));
    const messages = await recordPosted(client, sorted.posted);
    await recordReceived(client, sorted.received);
    await recordEnded(client, finished);
    await recordMessages(client, messages);
    return { lines, messages, started, runs: [...started, ...finished, ...retries] };
  });
  service.masks.forget(sorted.finished.map(({ frame }) => frame.runId));
  measure(service, { reports, started, lines });
  publishLines(service, lines);
  publishMessages(service, messages);
  publishRuns(service, runs);
  return [];
}

/** A run that starts is accepted with that. */
function withoutStarted({ accepted, started }: Sorted): Sorted['accepted'] {
  const startedIds = new Set(started.map(({ frame }) => frame.runId));
  return accepted.filter(({ frame }) => !startedIds.has(frame.runId));
}

interface Written {
  reports: Report[];
  started: StartedRun[];
  lines: LineRange[];
}

function measure({ metrics }: Service, { reports, started, lines }: Written): void {
  for (const { waitedSeconds } of started) metrics.dispatchLatency.observe(waitedSeconds);
  for (const { first, last } of lines) metrics.logLines.inc(last - first + 1);
  for (const { frame, time } of reports) {
    const at = frame.type === 'log' ? frame.lines[0]?.at : 'at' in frame ? frame.at : undefined;
    if (at !== undefined) metrics.outboxLag.observe((Date.now() - time(at).getTime()) / 1000);
  }
}

/** The reports of each type, in order. */
type Sorted = { [Type in DurableFrame['type']]: Report<Extract<DurableFrame, { type: Type }>>[] };

/** A type that is missing here does not compile; one that nobody writes above would be acknowledged and lost. */
function sortByType(reports: Report[]): Sorted {
  const sorted: Sorted = { accepted: [], started: [], log: [], posted: [], received: [], finished: [] };
  for (const report of reports) (sorted[report.frame.type] as Report[]).push(report);
  return sorted;
}
