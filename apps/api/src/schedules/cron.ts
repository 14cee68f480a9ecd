import { Cron } from 'croner';
import { clockOf, momentOf } from './local-time';

/** A cron expression in a time zone. */
export interface CronTimes {
  /** The first time after a moment; none where it is never due again. */
  nextAfter: (moment: Date) => Date | null;
}

const options = { mode: '5-part', paused: true } as const;

/** The library takes a date as well. */
const form = /^(@\w+|\S+(\s+\S+){4})$/;

/** Throws where the expression or the zone is not usable. */
export function readCron(expression: string, timeZone: string): CronTimes {
  if (!form.test(expression)) throw new TypeError('there are more, or fewer');
  const clock = clockOf(timeZone);
  const cron = new Cron(expression, { ...options, timezone: timeZone });
  if (isHourly(expression)) return { nextAfter: (moment) => cron.nextRun(moment) };
  const onClock = new Cron(expression, { ...options, timezone: 'UTC' });
  return {
    // What is due at set hours is due once for each time on the clock: also where the clock shows it twice, or not.
    nextAfter: (moment) => {
      for (let local = onClock.nextRun(clock(moment)); local; local = onClock.nextRun(local)) {
        const next = momentOf(clock, local);
        if (next > moment) return next;
      }
      return null;
    },
  };
}

/** What is due in every hour, or every few hours, goes by time that passes and not by the clock. */
function isHourly(expression: string): boolean {
  const [, hour = ''] = expression.trim().split(/\s+/);
  return hour.startsWith('*') || hour === '?' || expression.trim().toLowerCase() === '@hourly';
}
