import type { Job } from '@drover/sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/relative-time';
import { rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';
import { jobNameOf, totalOf } from './job-facts';
import classes from './job-table.module.css';

interface Props {
  jobs: Job[];
  /** How the runs of a job stand. */
  renderCounts: (job: Job) => ReactNode;
}

export function JobTable({ jobs, renderCounts }: Props) {
  const { t } = useTranslation();
  const columns: Column<Job>[] = [
    {
      key: 'name',
      header: t('jobs.name'),
      track: 'minmax(0, 1.6fr)',
      cell: (job) => (
        <>
          <Link to={`/jobs/${job._id}`} className={rowLinkClass}>
            {jobNameOf(job, t)}
          </Link>
          {job.version && <span className={classes.version}>{job.version}</span>}
        </>
      ),
    },
    {
      key: 'counts',
      header: t('jobs.result'),
      track: 'minmax(0, 1.4fr)',
      cell: (job) => (
        <div className={classes.counts}>
          {renderCounts(job)}
          <span className={classes.devices}>{t('jobs.devices', { count: totalOf(job) })}</span>
        </div>
      ),
    },
    {
      key: 'created',
      header: t('jobs.created'),
      track: 'minmax(5.5rem, 0.5fr)',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return <VirtualTable label={t('jobs.title')} rows={jobs} columns={columns} keyOf={({ _id }) => _id} />;
}
