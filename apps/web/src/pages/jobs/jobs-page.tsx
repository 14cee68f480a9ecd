import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { JobTable } from '../../features/jobs/job-table';
import { CountsBar } from '../../features/runs/run-counts';
import { jobQueries } from '../../queries/jobs';
import { EmptyState } from '../../ui/empty-state';
import { JobIcon } from '../../ui/icons';
import { PagedList } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';

export function JobsPage() {
  const { t } = useTranslation();
  const query = useInfiniteQuery(jobQueries.list());
  const empty = (
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
  );
  return (
    <>
      <PageHeader title={t('jobs.title')} />
      <PagedList query={query} empty={empty}>
        {(jobs) => <JobTable jobs={jobs} renderCounts={({ counts }) => <CountsBar counts={counts} />} />}
      </PagedList>
    </>
  );
}
