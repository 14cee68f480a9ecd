import type { When } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { scheduleQueries } from '../../queries/schedules';
import { useErrorText } from '../../ui/failure';
import { ownZone } from './when-input';

/** Times as the clocks of a zone show them. */
export function TimeList({ times, timeZone = ownZone }: { times: string[]; timeZone?: string }) {
  const { i18n } = useTranslation();
  const format = new Intl.DateTimeFormat(i18n.language, {
    ...({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const),
    ...(timeZone === ownZone ? {} : ({ timeZone, timeZoneName: 'short' } as const)),
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

/** The next times of what is being filled in, as it is typed. */
export function NextTimes({ when }: { when?: When }) {
  const { t } = useTranslation();
  const textOf = useErrorText();
  const [asked] = useDebouncedValue(when, 300);
  const { data, error } = useQuery({
    ...scheduleQueries.preview(asked ?? { everyMinutes: 1 }),
    enabled: asked !== undefined,
  });
  return (
    <div aria-live="polite">
      <Text size="sm" fw={600} mb={4}>
        {t('schedules.nextTimes')}
      </Text>
      {error && asked && (
        <Text size="sm" c="red">
          {textOf(error)}
        </Text>
      )}
      {!error && asked && data && <TimeList times={data.next} timeZone={asked.timeZone} />}
    </div>
  );
}
