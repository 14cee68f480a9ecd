import type { When } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { formatExactTime, localTimeZone } from '../../lib/time';
import { getDayNames } from '../../lib/week-days';
import { useCronText } from './use-cron-text';
import { toWhenInput } from './when-input';

/** Returns a function that describes when a schedule is due. A time zone other than the user's is named. */
export function useWhenDescription(): (when: When) => string {
  const { t, i18n } = useTranslation('schedules');
  const cronText = useCronText();
  return (when) => {
    if (when.everyMinutes !== undefined) return t('words.minutes', { count: when.everyMinutes });
    if (when.at !== undefined) return t('words.once', { time: formatExactTime(when.at, i18n.language) });
    const { mode, time, days, cron, timeZone } = toWhenInput(when);
    const names = getDayNames(i18n.language, 'short');
    const list = days.map((day) => names[Number(day)]).join(', ');
    const descriptions = {
      daily: () => t('words.daily', { time }),
      weekly: () => t('words.weekly', { time, days: list }),
    };
    const text = mode === 'daily' || mode === 'weekly' ? descriptions[mode]() : (cronText(cron) ?? cron);
    return timeZone === localTimeZone ? text : `${text} (${timeZone})`;
  };
}
