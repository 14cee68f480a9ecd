import type { Revision } from '@drover/sdk';
import { Badge, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/display/relative-time';
import classes from './revision-list.module.css';

interface Props {
  revisions: Revision[];
  shownId: string;
}

/** The revisions of a script. Each is a link that shows it. */
export function RevisionList({ revisions, shownId }: Props) {
  const { t } = useTranslation('revisions');
  return (
    <nav aria-label={t('list')} className={classes.list}>
      <ul>
        {revisions.map((revision) => (
          <li key={revision._id}>
            <Link
              to={`?revision=${revision.number}`}
              replace
              className={classes.item}
              aria-current={revision._id === shownId || undefined}
            >
              <span className={classes.title}>
                <span className={classes.name}>
                  {revision.name ?? t('number', { number: revision.number })}
                </span>
                {revision.ref !== null && (
                  <Badge size="xs" variant="outline" tt="none" className={classes.version}>
                    {revision.ref}
                  </Badge>
                )}
                {revision.version && (
                  <Badge size="xs" variant="light" tt="none" className={classes.version}>
                    {revision.version}
                  </Badge>
                )}
              </span>
              <Text component="span" size="xs" c="dimmed" className={classes.details}>
                <RelativeTime at={revision.createdAt} /> ·{' '}
                {revision.personName ?? revision.tokenName ?? t('unknown')}
              </Text>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
