import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { JobTable } from '../../features/jobs/job-table';
import { RunCountsBar } from '../../features/runs/run-counts';
import { jobQueries } from '../../queries/jobs';
import { JobIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { PagedList } from '../../ui/lists/query-result';

export function JobsPage() {
  const { t } = useTranslation('jobs');
  const query = useInfiniteQuery(jobQueries.list());
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
      <PagedList query={query} empty={empty}>
        {(jobs) => <JobTable jobs={jobs} renderCounts={({ counts }) => <RunCountsBar counts={counts} />} />}
      </PagedList>
    </>
  );
}
