import type { Schedule, ScheduleSummary, When } from '@drover/contract';
import type { InferResult } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Schedule as ScheduleColumns } from '../../database/client/client';
import { now } from '../../database/expressions';
import { db } from '../../database/sql';
import { selectOccurrences, selectRecent, toOccurrence, toRecent } from '../../records/occurrence-record';
import type { StatementScope } from '../../records/device-scope';
import { nextTimes, timesOf } from './times';

/**
 * Selects schedules as `toSchedule` needs them. The names are null if the account can no longer run the script: only its
 * own devscripts and the scripts in its library count.
 */
export const selectSchedules = (scope: StatementScope) =>
  db
    .selectFrom('Schedule as s')
    .selectAll('s')
    .select(({ ref }) => [
      now.as('now'),
      db
        .selectFrom('Devscript')
        .select('name')
        .whereRef('id', '=', ref('s.scriptId'))
        .whereRef('accountId', '=', ref('s.accountId'))
        .as('devscriptName'),
      db
        .selectFrom('Script')
        .innerJoin('LibraryEntry as entry', 'entry.scriptId', 'Script.id')
        .select('Script.name')
        .whereRef('Script.id', '=', ref('s.scriptId'))
        .whereRef('entry.accountId', '=', ref('s.accountId'))
        .as('libraryName'),
      jsonObjectFrom(
        selectOccurrences(scope).whereRef('o.scheduleId', '=', ref('s.id')).orderBy('o.id', 'desc').limit(1),
      ).as('last'),
      jsonArrayFrom(selectRecent(ref('s.id'), scope)).as('recent'),
    ]);

type ScheduleRow = InferResult<ReturnType<typeof selectSchedules>>[number];

export function toSchedule(row: ScheduleRow): Schedule {
  const scriptName = row.devscriptName ?? row.libraryName;
  return {
    _id: row.id,
    name: row.name,
    when: toWhen(row),
    job: row.job,
    scriptName,
    scriptKind: row.devscriptName !== null ? 'devscript' : row.libraryName !== null ? 'script' : null,
    overlap: row.overlap,
    missed: row.missed,
    isPaused: row.isPaused,
    approvalId: row.approvalId,
    problem: row.scriptId !== null && scriptName === null ? 'script_removed' : null,
    next: nextOf(row).map((time) => time.toISOString()),
    last: row.last && toOccurrence(row.last),
    recent: row.recent.map(toRecent),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

export function toSummary(row: ScheduleRow): ScheduleSummary {
  const { job, ...summary } = toSchedule(row);
  const { code: _code, ...rest } = job;
  return { ...summary, job: rest };
}

/** Returns the time that is due, and the times after it. */
function nextOf(row: ScheduleRow): Date[] {
  return row.nextAt === null ? [] : nextTimes(timesOf(row), new Date(row.nextAt.getTime() - 1));
}

/** Returns when a schedule is due, as requests say it. */
export function toWhen({
  cron,
  timeZone,
  at,
  everyMinutes,
}: Pick<ScheduleColumns, 'cron' | 'timeZone' | 'at' | 'everyMinutes'>): When {
  if (cron !== null) return { cron, timeZone: timeZone ?? 'UTC' };
  if (at !== null) return { at: at.toISOString() };
  return { everyMinutes: everyMinutes ?? 1 };
}
