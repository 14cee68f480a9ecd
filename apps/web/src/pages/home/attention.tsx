import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/display/relative-time';
import { StateDot } from '../../ui/display/state-badge';
import { Panel } from '../../ui/layout/panel';
import classes from './overview.module.css';
import type { AttentionItem } from './use-attention';

/** What needs attention. Each item links to its page or filtered list. */
export function Attention({ items }: { items: AttentionItem[] }) {
  const { t } = useTranslation('home');
  return (
    <Panel title={t('attention.title')}>
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('attention.none')}
        </Text>
      )}
      <ul className={classes.list}>
        {items.map(({ key, tone, title, name, at, to }) => (
          <li key={key}>
            <Link to={to} className={classes.row} data-tone={tone}>
              <span className={classes.rowTitle}>
                <StateDot /> {title}
              </span>
              <span className={classes.rowName}>{name}</span>
              {at && (
                <span className={classes.label}>
                  <RelativeTime at={at} />
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
