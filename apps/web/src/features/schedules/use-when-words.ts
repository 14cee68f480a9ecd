import type { When } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { exactTime } from '../../lib/time';
import { ownZone, whenInputOf } from './when-input';

/** Names of the days of a week, from Sunday on. */
export function dayNames(language: string, weekday: 'short' | 'long'): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' });
  // The first of February 2026 was a Sunday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2026, 1, 1 + day)));
}

/** When a schedule is due, in words; the zone is named where it is not the reader's. */
export function useWhenWords(): (when: When) => string {
  const { t, i18n } = useTranslation();
  return (when) => {
    if (when.everyMinutes !== undefined) return t('schedules.words.minutes', { count: when.everyMinutes });
    if (when.at !== undefined) return t('schedules.words.once', { time: exactTime(when.at, i18n.language) });
    const { mode, time, days, cron, timeZone } = whenInputOf(when);
    const names = dayNames(i18n.language, 'short');
    const list = days.map((day) => names[Number(day)]).join(', ');
    const words = {
      daily: () => t('schedules.words.daily', { time }),
      weekly: () => t('schedules.words.weekly', { time, days: list }),
    };
    const text = mode === 'daily' || mode === 'weekly' ? words[mode]() : cron;
    return timeZone === ownZone ? text : `${text} (${timeZone})`;
  };
}
