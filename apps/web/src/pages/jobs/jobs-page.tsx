import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { JobFilterBar, jobFilterNames } from './job-filter-bar';
import { JobTable } from '../../features/jobs/job-table';
import { JobResult } from '../../features/runs/job-result';
import { jobListQuery } from '../../queries/job-list';
import { JobIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { NoMatch } from '../../ui/lists/no-match';
import { PagedList } from '../../ui/lists/query-result';
import { useUrlFilter } from '../../ui/lists/url-filter';
import classes from './jobs-page.module.css';

export function JobsPage() {
  const { t } = useTranslation('jobs');
  const { filter, change, clear, isActive } = useUrlFilter(jobFilterNames);
  const query = useInfiniteQuery(jobListQuery(filter));
  const empty = (
    <EmptyState
      icon={<JobIcon size={26} />}
      title={t('empty')}
      action={
        <Button component={Link} to="/devscripts">
          {t('toScripts')}
        </Button>
      }
    >
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.filters}>
        <JobFilterBar filter={filter} onChange={change} />
      </div>
      <PagedList query={query} empty={isActive ? <NoMatch onClear={clear} /> : empty}>
        {(jobs) => <JobTable jobs={jobs} renderCounts={({ counts }) => <JobResult counts={counts} />} />}
      </PagedList>
    </>
  );
}
