import {
  RECENT_OCCURRENCES,
  OPEN_RUN_STATES,
  writeReason,
  type Occurrence,
  type OccurrenceResult,
  type RecentOccurrence,
  type RunCounts,
  RunState,
} from '@drover/contract';
import { sql, type Expression } from 'kysely';
import { db } from '../database/sql';
import { orNotFound } from '../errors/api-error';
import type { StatementScope } from './device-scope';
import { hasRunInScope } from './job-record';
import { allCounts, selectRunCounts } from './run-counts';

/** Selects occurrences as `toOccurrence` needs them. */
export const selectOccurrences = (scope?: StatementScope) =>
  db
    .selectFrom('ScheduleOccurrence as o')
    .select(['o.id', 'o.scheduleId', 'o.dueAt', 'o.state', 'o.reason', 'o.startedAt'])
    .select(({ ref }) => jobInScope(ref('o.jobId'), scope).as('jobId'))
    .select(({ ref }) => selectRunCounts(ref('o.jobId'), scope).as('counts'));

/** Jobs without a run in the scope have no ID for its caller. */
function jobInScope(jobId: Expression<string | null>, scope?: StatementScope) {
  const [isVisible] = hasRunInScope(jobId, scope);
  return isVisible
    ? sql<string | null>`CASE WHEN ${isVisible} THEN ${jobId} END`
    : sql<string | null>`${jobId}`;
}

/** Selects the newest occurrences of a schedule as `toRecent` needs them. */
export function selectRecent(scheduleId: Expression<string>, scope: StatementScope) {
  return db
    .selectFrom('ScheduleOccurrence as o')
    .select(({ ref }) => [
      ...(['o.dueAt', 'o.startedAt', 'o.state'] as const),
      selectRunCounts(ref('o.jobId'), scope).as('counts'),
    ])
    .where('o.scheduleId', '=', scheduleId)
    .orderBy('o.id', 'desc')
    .limit(RECENT_OCCURRENCES);
}

export function toRecent(
  row: Pick<OccurrenceRow, 'dueAt' | 'startedAt' | 'state' | 'counts'>,
): RecentOccurrence {
  return { dueAt: toTimestamp(orNotFound(row.dueAt ?? row.startedAt)), result: getResult(row) };
}

/** A row of `selectOccurrences`. Timestamps are texts if the row is part of a JSON value. */
export interface OccurrenceRow {
  id: string;
  dueAt: Date | string | null;
  state: Occurrence['state'];
  reason: string | null;
  jobId: string | null;
  startedAt: Date | string | null;
  counts: Partial<RunCounts> | null;
}

export function toOccurrence(row: OccurrenceRow): Occurrence {
  const missedDevices = row.counts?.expired ?? 0;
  return {
    _id: row.id,
    dueAt: toTimestamp(orNotFound(row.dueAt ?? row.startedAt)),
    isByHand: row.dueAt === null,
    state: row.state,
    result: getResult(row),
    reason: describeReason(row, missedDevices),
    jobId: row.jobId,
    startedAt: row.startedAt && toTimestamp(row.startedAt),
    counts: row.counts && allCounts(row.counts),
    missedDevices,
  };
}

const failureStates: readonly RunState[] = ['failed', 'timed_out', 'lost', 'rejected'];
const openStates: readonly RunState[] = OPEN_RUN_STATES;

function getResult({ state, counts }: Pick<OccurrenceRow, 'state' | 'counts'>): OccurrenceResult {
  if (state !== 'started') return state === 'failed' ? 'not_started' : state;
  const present = RunState.options.filter((each) => (counts?.[each] ?? 0) > 0);
  if (present.some((each) => failureStates.includes(each))) return 'failed';
  if (present.some((each) => openStates.includes(each))) return 'running';
  if (present.includes('expired')) return 'offline';
  return present.length === 1 && present[0] === 'succeeded' ? 'succeeded' : 'ended';
}

/** Returns why the occurrence did not start, or how many devices it did not reach. */
function describeReason({ reason, counts }: OccurrenceRow, missedDevices: number): string | null {
  if (missedDevices === 0) return reason;
  const devices = Object.values(counts ?? {}).reduce((sum, runs) => sum + runs, 0);
  const missed = writeReason('devices_offline', { offline: missedDevices, devices });
  return reason === null ? missed : `${reason}; ${missed}`;
}

function toTimestamp(time: Date | string): string {
  return new Date(time).toISOString();
}
