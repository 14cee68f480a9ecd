import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { scheduleQueries } from '../../queries/schedules';
import { Section } from '../../ui/layout/section';

/** The schedules that were saved without approval, which go on. Nothing if there are none. */
export function UnapprovedSchedules() {
  const { t } = useTranslation('approvals');
  const { data } = useQuery(scheduleQueries.unapproved());
  if (!data || data.items.length === 0) return null;
  const others = data.count - data.items.length;
  return (
    <Section title={t('unapproved')}>
      <Text size="sm" mb="xs">
        {t('unapprovedText')}
      </Text>
      <ul>
        {data.items.map(({ _id, name }) => (
          <li key={_id} dir="auto">
            <Anchor component={Link} to={`/schedules/${_id}`} size="sm">
              {name}
            </Anchor>
          </li>
        ))}
        {others > 0 && <li>{t('otherSchedules', { count: others })}</li>}
      </ul>
    </Section>
  );
}
