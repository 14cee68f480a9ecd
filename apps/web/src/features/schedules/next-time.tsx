import type { ScheduleSummary } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { exactTime, relativeTime } from '../../lib/time';
import { useClock } from '../../ui/relative-time';

/** When it is due next, or why it is not. */
export function NextTime({ schedule }: { schedule: Pick<ScheduleSummary, 'next' | 'isPaused' | 'problem'> }) {
  const { t, i18n } = useTranslation();
  const now = useClock();
  const [next] = schedule.next;
  if (schedule.problem) {
    return (
      <Text span size="sm" c="red" truncate>
        {t('schedules.scriptGone')}
      </Text>
    );
  }
  if (schedule.isPaused || !next) {
    return (
      <Text span size="sm" c="dimmed">
        {schedule.isPaused ? t('schedules.paused') : t('schedules.over')}
      </Text>
    );
  }
  return (
    <time dateTime={next} title={exactTime(next, i18n.language)}>
      {relativeTime(next, i18n.language, Math.min(now, Date.parse(next)))}
    </time>
  );
}
