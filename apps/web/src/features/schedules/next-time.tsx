import type { ScheduleSummary } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatExactTime, formatRelativeTime } from '../../lib/time';
import { useCurrentTime } from '../../ui/display/relative-time';

/** When a schedule is due next, or why it is not. */
export function NextTime({ schedule }: { schedule: Pick<ScheduleSummary, 'next' | 'isPaused' | 'problem'> }) {
  const { t, i18n } = useTranslation('schedules');
  const now = useCurrentTime();
  const [next] = schedule.next;
  if (schedule.problem) {
    return (
      <Text span size="sm" c="red" truncate>
        {t('scriptGone')}
      </Text>
    );
  }
  if (schedule.isPaused || !next) {
    return (
      <Text span size="sm" c="dimmed">
        {schedule.isPaused ? t('paused') : t('over')}
      </Text>
    );
  }
  return (
    <time dateTime={next} title={formatExactTime(next, i18n.language)}>
      {formatRelativeTime(next, i18n.language, Math.min(now, Date.parse(next)))}
    </time>
  );
}
