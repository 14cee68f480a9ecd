import type { Job } from '@drover/sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/relative-time';
import { jobNameOf, totalOf } from './job-facts';
import classes from './recent-jobs.module.css';

interface Props {
  jobs: Job[];
  /** How the runs of a job stand. */
  renderCounts: (job: Job) => ReactNode;
}

/** A few jobs, for a glance. */
export function RecentJobs({ jobs, renderCounts }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes.list}>
      {jobs.map((job) => (
        <li key={job._id}>
          <Link to={`/jobs/${job._id}`} className={classes.job}>
            <span className={classes.name}>{jobNameOf(job, t)}</span>
            <span className={classes.quiet}>{t('jobs.devices', { count: totalOf(job) })}</span>
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
