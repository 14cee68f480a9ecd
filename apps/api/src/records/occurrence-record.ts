import { type Occurrence, type RunCounts, writeReason } from '@drover/contract';
import { db } from '../database/sql';
import { orNotFound } from '../errors/api-error';
import { allCounts, selectRunCounts } from './run-counts';

/** Selects occurrences as `toOccurrence` needs them. */
export const selectOccurrences = db
  .selectFrom('ScheduleOccurrence as o')
  .selectAll('o')
  .select(({ ref }) => selectRunCounts(ref('o.jobId')).as('counts'));

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
    reason: describeReason(row, missedDevices),
    jobId: row.jobId,
    startedAt: row.startedAt && toTimestamp(row.startedAt),
    counts: row.counts && allCounts(row.counts),
    missedDevices,
  };
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
