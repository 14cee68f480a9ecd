import type { JobSummary } from '@drover/sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/display/relative-time';
import { countRuns, useJobName } from './job-name';
import classes from './recent-jobs.module.css';

interface Props {
  jobs: JobSummary[];
  /** Renders the run counts of a job. */
  renderCounts: (job: JobSummary) => ReactNode;
  /** Whether a panel around the list has the border. */
  isInPanel?: boolean;
}

/** Lists a few jobs with their run counts. */
export function RecentJobs({ jobs, renderCounts, isInPanel }: Props) {
  const { t } = useTranslation('jobs');
  const jobName = useJobName();
  return (
    <ul className={classes.list} data-in-panel={isInPanel || undefined}>
      {jobs.map((job) => (
        <li key={job._id}>
          <Link to={`/jobs/${job._id}`} className={classes.job}>
            <span className={classes.name}>{jobName(job)}</span>
            <span className={classes.quiet}>{t('devices', { count: countRuns(job) })}</span>
            <span className={classes.quiet}>
              <RelativeTime at={job.createdAt} />
            </span>
            <span className={classes.counts}>{renderCounts(job)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
