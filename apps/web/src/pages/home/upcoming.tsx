import type { ScheduleSummary } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatShortTime } from '../../lib/time';
import { Panel } from '../../ui/layout/panel';
import classes from './overview.module.css';

const shown = 5;

/** The schedules that are due next. */
export function Upcoming({ schedules }: { schedules: ScheduleSummary[] }) {
  const { t, i18n } = useTranslation('home');
  const upcoming = schedules
    .flatMap(({ _id, name, next: [at] }) => (at ? [{ _id, name, at }] : []))
    .sort((a, b) => a.at.localeCompare(b.at))
    .slice(0, shown);
  return (
    <Panel title={t('upcoming')}>
      {upcoming.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('noneUpcoming')}
        </Text>
      )}
      <ul className={classes.list}>
        {upcoming.map(({ _id, name, at }) => (
          <li key={_id}>
            <Link to={`/schedules/${_id}`} className={classes.row}>
              <span className={classes.rowName}>{name}</span>
              <time className={classes.label} dateTime={at}>
                {formatShortTime(at, i18n.language)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
