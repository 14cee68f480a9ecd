import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { JobTable } from '../../features/jobs/job-table';
import { CountsBar } from '../../features/runs/run-counts';
import { jobQueries } from '../../queries/jobs';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { JobIcon } from '../../ui/icons';
import { LoadMore } from '../../ui/load-more';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';

export function JobsPage() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(jobQueries.list());
  const jobs = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHeader title={t('jobs.title')} />
      {list.isPending && <RowsLoading />}
      {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && jobs.length === 0 && (
        <EmptyState
          icon={<JobIcon size={26} />}
          title={t('jobs.empty')}
          action={
            <Button component={Link} to="/devscripts">
              {t('jobs.toScripts')}
            </Button>
          }
        >
          {t('jobs.emptyText')}
        </EmptyState>
      )}
      {jobs.length > 0 && (
        <JobTable jobs={jobs} renderCounts={({ counts }) => <CountsBar counts={counts} />} />
      )}
      <LoadMore list={list} />
    </>
  );
}
