import type { When } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { scheduleQueries } from '../../queries/schedules';
import { useErrorMessage } from '../../ui/feedback/error-alert';
import { localeOf, localTimeZone } from '../../lib/time';

/** Times in a given time zone. */
export function TimeList({ times, timeZone = localTimeZone }: { times: string[]; timeZone?: string }) {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    ...({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const),
    ...(timeZone === localTimeZone ? {} : ({ timeZone, timeZoneName: 'short' } as const)),
  });
  return (
    <ol style={{ margin: 0, paddingInlineStart: '1.25rem', fontSize: '0.8125rem' }}>
      {times.map((time) => (
        <li key={time}>
          <time dateTime={time}>{format.format(new Date(time))}</time>
        </li>
      ))}
    </ol>
  );
}

/** Previews the next times while the user fills in the form. */
export function NextTimesPreview({ when }: { when?: When }) {
  const { t } = useTranslation('schedules');
  const getErrorMessage = useErrorMessage();
  const [debouncedWhen] = useDebouncedValue(when, 300);
  const { data, error } = useQuery({
    ...scheduleQueries.preview(debouncedWhen ?? { everyMinutes: 1 }),
    enabled: debouncedWhen !== undefined,
  });
  return (
    <div aria-live="polite">
      <Text size="sm" fw={600} mb={4}>
        {t('nextTimes')}
      </Text>
      {error && debouncedWhen && (
        <Text size="sm" c="red">
          {getErrorMessage(error)}
        </Text>
      )}
      {!error && debouncedWhen && data && <TimeList times={data.next} timeZone={debouncedWhen.timeZone} />}
    </div>
  );
}
