import type { ScheduleSummary } from '@drover/sdk';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatExactTime } from '../../lib/time';
import { resultTones } from './outcome';
import classes from './recent-results.module.css';

/** The newest results of a schedule as a strip, the newest on the right. */
export function RecentResults({ recent }: Pick<ScheduleSummary, 'recent'>) {
  const { t, i18n } = useTranslation('schedules');
  if (recent.length === 0) return null;
  const succeeded = recent.filter(({ result }) => result === 'succeeded').length;
  return (
    <span
      role="img"
      aria-label={t('recentSucceeded', { count: succeeded, all: recent.length })}
      className={classes.strip}
    >
      {recent.toReversed().map(({ dueAt, result }, index) => (
        <span
          key={`${dueAt} ${index}`}
          className={classes.result}
          style={{ '--tone': `var(--mantine-color-${resultTones[result]}-6)` } as CSSProperties}
          data-result={result}
          title={`${formatExactTime(dueAt, i18n.language)} · ${t(`outcomes.${result}`)}`}
        />
      ))}
    </span>
  );
}
