import type { DeviceStatistics, Statistics } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countFailed, formatRate, successRate } from '../../features/statistics/success-rate';
import classes from './overview.module.css';
import { Trend } from './trend';

interface Total {
  total: number;
  totalIsCapped: boolean;
}

interface Props {
  devices?: DeviceStatistics;
  day?: Statistics;
  week?: Statistics;
  running?: Total;
  queued?: Total;
}

function formatTotal({ total, totalIsCapped }: Total): string {
  return `${total.toLocaleString()}${totalIsCapped ? '+' : ''}`;
}

/** The numbers of the fleet. A number that could not be read is a dash. */
export function Numbers({ devices, day, week, running, queued }: Props) {
  const { t, i18n } = useTranslation('home');
  const rates = [
    { range: t('lastDay'), statistics: day, to: '/statistics?range=day' },
    { range: t('lastWeek'), statistics: week, to: '/statistics?range=week' },
  ];
  return (
    <div className={classes.numbers}>
      <Link to="/devices?state=online" className={classes.number}>
        <span className={classes.label}>{t('devicesOnline')}</span>
        <span className={classes.value}>{devices?.online.toLocaleString() ?? '–'}</span>
        <span className={classes.label}>{devices && t('ofDevices', { count: devices.devices })}</span>
        <Trend counts={devices?.items.map(({ online }) => online) ?? []} />
      </Link>
      {rates.map(({ range, statistics, to }) => (
        <Link key={range} to={to} className={classes.number}>
          <span className={classes.label}>{t('success', { range })}</span>
          <span className={classes.value}>
            {formatRate(statistics ? successRate(statistics.totals) : null, i18n.language)}
          </span>
          <span className={classes.label}>
            {statistics && t('failedRuns', { count: countFailed(statistics.totals) })}
          </span>
        </Link>
      ))}
      <Link to="/runs?state=running,stopping" className={classes.number}>
        <span className={classes.label}>{t('runsInProgress')}</span>
        <span className={classes.value}>{running ? formatTotal(running) : '–'}</span>
        <span className={classes.label}>
          {queued && t('queued', { count: queued.total, number: formatTotal(queued) })}
        </span>
      </Link>
    </div>
  );
}
