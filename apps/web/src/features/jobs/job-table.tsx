import type { JobSummary } from '@drover/sdk';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/display/relative-time';
import { aboveLinkClass, type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { countRuns, useJobName } from './job-name';
import classes from './job-table.module.css';
import { TriggerLink } from './trigger-link';

interface Props {
  jobs: JobSummary[];
  /** Renders the run counts of a job. */
  renderCounts: (job: JobSummary) => ReactNode;
}

export function JobTable({ jobs, renderCounts }: Props) {
  const { t } = useTranslation(['jobs', 'job-results']);
  const jobName = useJobName();
  const columns: Column<JobSummary>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 1.6fr)',
      cell: (job) => (
        <>
          <Link to={`/jobs/${job._id}`} className={rowLinkClass}>
            {jobName(job)}
          </Link>
          {job.version && <span className={classes.version}>{job.version}</span>}
        </>
      ),
    },
    {
      key: 'counts',
      header: t('result'),
      width: 'minmax(0, 1.8fr)',
      cell: (job) => (
        <div className={classes.counts}>
          {renderCounts(job)}
          <span className={classes.devices}>{t('devices', { count: countRuns(job) })}</span>
        </div>
      ),
    },
    {
      key: 'trigger',
      header: t('job-results:startedBy'),
      width: 'minmax(0, 0.9fr)',
      isHiddenOnMobile: true,
      cell: ({ trigger }) => <TriggerLink trigger={trigger} className={aboveLinkClass} />,
    },
    {
      key: 'created',
      header: t('created'),
      width: 'minmax(5.5rem, 0.5fr)',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return <VirtualTable label={t('title')} rows={jobs} columns={columns} getKey={({ _id }) => _id} />;
}
