import type { CreateJob, Schedule, ScheduleSummary, When } from '@drover/contract';
import { Prisma, type Schedule as Row } from '../database/client/client';
import { selectOccurrences, toOccurrence, type OccurrenceRow } from './occurrence-record';
import { nextTimes, timesOf } from './times';

/** A schedule as it is read for who asks. */
export interface ScheduleRow extends Row {
  /** The database's clock. */
  now: Date;
  scriptName: string | null;
  last: OccurrenceRow | null;
}

/** To be followed by WHERE. The script is asked for as who runs it would: a devscript of one's own, or in the library. */
export const selectSchedules = Prisma.sql`
  SELECT s.*, now() AS now,
    coalesce(
      (SELECT name FROM "Devscript" WHERE id = s."scriptId" AND "accountId" = s."accountId"),
      (SELECT name FROM "Script" JOIN "LibraryEntry" entry ON entry."scriptId" = id
       WHERE id = s."scriptId" AND entry."accountId" = s."accountId")
    ) AS "scriptName",
    (SELECT row_to_json(newest) FROM (
       ${selectOccurrences} WHERE o."scheduleId" = s.id ORDER BY o.id DESC LIMIT 1
     ) AS newest) AS last
  FROM "Schedule" s`;

export function toSchedule(row: ScheduleRow): Schedule {
  return {
    _id: row.id,
    name: row.name,
    when: toWhen(row),
    job: row.job as CreateJob,
    scriptName: row.scriptName,
    overlap: row.overlap,
    missed: row.missed,
    isPaused: row.isPaused,
    problem: row.scriptId !== null && row.scriptName === null ? 'script_removed' : null,
    next: nextOf(row).map((time) => time.toISOString()),
    last: row.last && toOccurrence(row.last),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function toSummary(row: ScheduleRow): ScheduleSummary {
  const { job, ...summary } = toSchedule(row);
  const { code: _code, ...rest } = job;
  return { ...summary, job: rest };
}

/** The time that is due, and those that follow it. */
function nextOf(row: ScheduleRow): Date[] {
  return row.nextAt === null ? [] : nextTimes(timesOf(row), new Date(row.nextAt.getTime() - 1));
}

function toWhen({ cron, timeZone, at, everyMinutes }: Row): When {
  if (cron !== null) return { cron, timeZone: timeZone ?? 'UTC' };
  if (at !== null) return { at: at.toISOString() };
  return { everyMinutes: everyMinutes ?? 1 };
}
