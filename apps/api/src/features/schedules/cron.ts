import { Cron } from 'croner';
import { localClock, toMoment } from '../../records/local-clock';

/** A cron expression in a time zone. */
export interface CronTimes {
  /** Returns the first time after a moment, or null if it is never due again. */
  nextAfter: (moment: Date) => Date | null;
}

const options = { mode: '5-part', paused: true } as const;

/** Excludes dates, which the library also accepts. */
const cronPattern = /^(@\w+|\S+(\s+\S+){4})$/;

/** Throws if the expression or the time zone is invalid. */
export function readCron(expression: string, timeZone: string): CronTimes {
  if (!cronPattern.test(expression)) throw new TypeError('wrong number of fields');
  const clock = localClock(timeZone);
  const cron = new Cron(expression, { ...options, timezone: timeZone });
  if (isHourly(expression)) return { nextAfter: (moment) => cron.nextRun(moment) };
  const onClock = new Cron(expression, { ...options, timezone: 'UTC' });
  return {
    // An expression with fixed hours is due once per local time, even if that time occurs twice or not at all.
    nextAfter: (moment) => {
      for (let local = onClock.nextRun(clock(moment)); local; local = onClock.nextRun(local)) {
        const next = toMoment(clock, local);
        if (next > moment) return next;
      }
      return null;
    },
  };
}

/** Whether the expression repeats every hour or every few hours. Then it follows elapsed time, not the local time. */
function isHourly(expression: string): boolean {
  const [, hour = ''] = expression.trim().split(/\s+/);
  return hour.startsWith('*') || hour === '?' || expression.trim().toLowerCase() === '@hourly';
}
