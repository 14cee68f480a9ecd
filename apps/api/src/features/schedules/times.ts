import { LIMITS, type When } from '@drover/contract';
import { invalid } from '../../errors/api-error';
import { assertTimeZone } from '../../records/local-clock';
import { readCron } from './cron';

/** When a schedule is due, as stored. */
export interface Times {
  cron: string | null;
  timeZone: string | null;
  at: Date | null;
  everyMinutes: number | null;
  /** The moment from which `everyMinutes` counts. */
  anchorAt: Date;
}

const minuteMs = 60_000;

/** Returns the first due time after a moment, or null if there is none. */
export type NextAfter = (moment: Date) => Date | null;

export function timesOf({ cron, timeZone, at, everyMinutes, anchorAt }: Times): NextAfter {
  if (cron !== null) return readCron(cron, timeZone ?? 'UTC').nextAfter;
  if (at !== null) return (moment) => (at > moment ? at : null);
  const stepMs = (everyMinutes ?? 1) * minuteMs;
  const anchorMs = anchorAt.getTime();
  return (moment) => {
    const steps = Math.max(1, Math.floor((moment.getTime() - anchorMs) / stepMs) + 1);
    return new Date(anchorMs + steps * stepMs);
  };
}

/** Returns up to `count` due times after a moment. */
export function nextTimes(nextAfter: NextAfter, moment: Date, count: number = LIMITS.nextTimes): Date[] {
  const times: Date[] = [];
  for (let next = nextAfter(moment); next && times.length < count; next = nextAfter(next)) times.push(next);
  return times;
}

/** Reads the times of a request. Throws if they are never due. `path` is the prefix of their fields in the request. */
export function readWhen({ cron, timeZone, at, everyMinutes }: When, now: Date, path = ''): Times {
  const times: Times = {
    cron: cron?.trim() ?? null,
    timeZone: cron === undefined ? null : (timeZone ?? 'UTC'),
    at: at === undefined ? null : new Date(at),
    everyMinutes: everyMinutes ?? null,
    anchorAt: new Date(Math.floor(now.getTime() / minuteMs) * minuteMs),
  };
  if (times.at && times.at <= now) throw invalid(`${path}at`, 'must be in the future');
  if (times.timeZone !== null) assertTimeZone(times.timeZone, `${path}timeZone`);
  if (times.cron !== null) assertCronFires(times.cron, { times, now, path });
  return times;
}

function assertCronFires(
  cron: string,
  { times, now, path }: { times: Times; now: Date; path: string },
): void {
  let next: Date | null;
  try {
    next = timesOf(times)(now);
  } catch (error) {
    throw invalid(`${path}cron`, `${cronHelp} (${reasonOf(error)})`);
  }
  if (!next) throw invalid(`${path}cron`, `must match a date that exists: "${cron}" is never due`);
}

const cronHelp =
  'must be five fields, minute, hour, day of the month, month and day of the week, such as 0 9 * * 1-5';

/** Returns the error message of croner without its prefix. */
function reasonOf(error: unknown): string {
  return String((error as Error).message)
    .replace(/^\w+: /, '')
    .replace(/\.$/, '');
}
