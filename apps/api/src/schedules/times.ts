import { LIMITS, type When } from '@drover/contract';
import { invalid } from '../http/api-error';
import { readCron } from './cron';

/** When a schedule is due, as it is kept. */
export interface Times {
  cron: string | null;
  timeZone: string | null;
  at: Date | null;
  everyMinutes: number | null;
  /** What the minutes are counted from. */
  anchorAt: Date;
}

const minuteMs = 60_000;

/** The first time after a moment; none where it is over. */
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

/** So many times after a moment, or those that there are. */
export function nextTimes(nextAfter: NextAfter, moment: Date, count: number = LIMITS.nextTimes): Date[] {
  const times: Date[] = [];
  for (let next = nextAfter(moment); next && times.length < count; next = nextAfter(next)) times.push(next);
  return times;
}

/** The times that a caller asks for; refused where it would never be due. `path` is where they stand in the request. */
export function readWhen({ cron, timeZone, at, everyMinutes }: When, now: Date, path = ''): Times {
  const times: Times = {
    cron: cron?.trim() ?? null,
    timeZone: cron === undefined ? null : (timeZone ?? 'UTC'),
    at: at === undefined ? null : new Date(at),
    everyMinutes: everyMinutes ?? null,
    anchorAt: new Date(Math.floor(now.getTime() / minuteMs) * minuteMs),
  };
  if (times.at && times.at <= now) throw invalid(`${path}at`, 'must be in the future');
  if (times.timeZone !== null) refuseUnknownZone(times.timeZone, path);
  if (times.cron !== null) refuseUselessCron(times.cron, { times, now, path });
  return times;
}

function refuseUnknownZone(timeZone: string, path: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw invalid(`${path}timeZone`, 'must be the name of a time zone, such as Europe/Berlin or UTC');
  }
}

function refuseUselessCron(
  cron: string,
  { times, now, path }: { times: Times; now: Date; path: string },
): void {
  let next: Date | null;
  try {
    next = timesOf(times)(now);
  } catch (error) {
    throw invalid(`${path}cron`, `${cronForm} (${reasonOf(error)})`);
  }
  if (!next) throw invalid(`${path}cron`, `must be due at some time: "${cron}" never is`);
}

const cronForm =
  'must be five fields, minute, hour, day of the month, month and day of the week, such as 0 9 * * 1-5';

/** What croner says of it, without its own name. */
function reasonOf(error: unknown): string {
  return String((error as Error).message)
    .replace(/^\w+: /, '')
    .replace(/\.$/, '');
}
