import type { Occurrence, RunCounts } from '@drover/contract';
import { Prisma, type ScheduleOccurrence as Row } from '../database/client/client';
import { found } from '../http/api-error';
import { allCounts } from '../runs/run-record';

/** Times are texts where the row comes inside of another one. */
export interface OccurrenceRow extends Omit<Row, 'dueAt' | 'startedAt'> {
  dueAt: Date | string | null;
  startedAt: Date | string | null;
  counts: Partial<RunCounts> | null;
}

/** To be followed by WHERE. */
export const selectOccurrences = Prisma.sql`
  SELECT o.*, (
    SELECT json_object_agg(state, runs) FROM (
      SELECT state, count(*) AS runs FROM "Run" WHERE "jobId" = o."jobId" AND NOT "isRetried" GROUP BY state
    ) AS counted
  ) AS counts
  FROM "ScheduleOccurrence" o`;

export function toOccurrence(row: OccurrenceRow): Occurrence {
  const missedDevices = row.counts?.expired ?? 0;
  return {
    _id: row.id,
    dueAt: toTime(found(row.dueAt ?? row.startedAt)),
    isByHand: row.dueAt === null,
    state: row.state,
    reason: reasonOf(row, missedDevices),
    jobId: row.jobId,
    startedAt: row.startedAt && toTime(row.startedAt),
    counts: row.counts && allCounts(row.counts),
    missedDevices,
  };
}

/** Why it did not start, or which devices it did not reach. */
function reasonOf({ reason, counts }: OccurrenceRow, missedDevices: number): string | null {
  if (missedDevices === 0) return reason;
  const devices = Object.values(counts ?? {}).reduce((sum, runs) => sum + runs, 0);
  const missed = `device offline: ${missedDevices} of ${devices}`;
  return reason === null ? missed : `${reason}; ${missed}`;
}

function toTime(time: Date | string): string {
  return new Date(time).toISOString();
}
