import type { Schedule, ScheduleSummary, When } from '@drover/contract';
import type { InferResult } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Schedule as ScheduleColumns } from '../../database/client/client';
import { now } from '../../database/expressions';
import { db } from '../../database/sql';
import { selectOccurrences, selectRecent, toOccurrence, toRecent } from '../../records/occurrence-record';
import type { StatementScope } from '../../records/device-scope';
import { describeScript, selectScriptNames } from '../../records/script-names';
import { nextTimes, timesOf } from './times';

/** Selects schedules as `toSchedule` needs them, with their jobs or with the summaries of these. */
export const selectSchedules = <Job extends 's.job' | 's.summary as job'>(scope: StatementScope, job: Job) =>
  db
    .selectFrom('Schedule as s')
    .select([job, 's.id', 's.name', 's.scriptId', 's.approvalId', 's.createdAt', 's.updatedAt'])
    .select(['s.cron', 's.timeZone', 's.at', 's.everyMinutes', 's.anchorAt', 's.nextAt'])
    .select(['s.overlap', 's.missed', 's.isPaused'])
    .select(({ ref }) => [
      now.as('now'),
      ...selectScriptNames({ scriptId: ref('s.scriptId'), accountId: ref('s.accountId') }),
      jsonObjectFrom(
        selectOccurrences(scope).whereRef('o.scheduleId', '=', ref('s.id')).orderBy('o.id', 'desc').limit(1),
      ).as('last'),
      jsonArrayFrom(selectRecent(ref('s.id'), scope)).as('recent'),
    ]);

type ScheduleRow = InferResult<ReturnType<typeof selectSchedules<'s.summary as job'>>>[number];

export function toSchedule<Job extends ScheduleSummary['job']>(
  row: ScheduleRow & { job: Job },
): Omit<Schedule, 'job'> & { job: Job } {
  const script = describeScript(row);
  return {
    _id: row.id,
    name: row.name,
    when: toWhen(row),
    job: row.job,
    ...script,
    overlap: row.overlap,
    missed: row.missed,
    isPaused: row.isPaused,
    approvalId: row.approvalId,
    problem: row.scriptId !== null && script.scriptName === null ? 'script_removed' : null,
    next: nextOf(row).map((time) => time.toISOString()),
    last: row.last && toOccurrence(row.last),
    recent: row.recent.map(toRecent),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
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
