import type { Trigger } from '@drover/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { JobFilterBar, jobFilterNames } from './job-filter-bar';
import { JobTable } from '../../features/jobs/job-table';
import { RunScriptFirst } from '../../features/scripts/run-script-first';
import { JobResult } from '../../features/runs/job-result';
import { jobListQuery } from '../../queries/job-list';
import { JobIcon } from '../../ui/display/icons';
import { PageHeader } from '../../ui/layout/page-header';
import { FilterNotice } from '../../ui/lists/filter-notice';
import { NoMatch } from '../../ui/lists/no-match';
import { PagedList } from '../../ui/lists/query-result';
import { useUrlFilter } from '../../ui/lists/url-filter';
import classes from './jobs-page.module.css';

export function JobsPage() {
  const { t } = useTranslation('jobs');
  const { filter, change, clear, isActive } = useUrlFilter(jobFilterNames);
  const query = useInfiniteQuery(jobListQuery(filter));
  const empty = (
    <RunScriptFirst icon={<JobIcon size={26} />} title={t('empty')} action={t('toScripts')}>
      {t('emptyText')}
    </RunScriptFirst>
  );
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.filters}>
        <JobFilterBar filter={filter} onChange={change} />
        {filter.triggerId && (
          <TriggerNotice
            trigger={query.data?.pages[0]?.items[0]?.trigger}
            onClear={() => change({ trigger: '', triggerId: '' })}
          />
        )}
      </div>
      <PagedList query={query} empty={isActive ? <NoMatch onClear={clear} /> : empty}>
        {(jobs) => <JobTable jobs={jobs} renderCounts={({ counts }) => <JobResult counts={counts} />} />}
      </PagedList>
    </>
  );
}

/** Says which trigger the jobs have. Its name is that of the jobs. */
function TriggerNotice({ trigger, onClear }: { trigger: Trigger | null | undefined; onClear: () => void }) {
  const { t } = useTranslation(['filters', 'job-results']);
  const name =
    trigger && t(`job-results:triggers.${trigger.kind}`, { name: trigger.name ?? t('job-results:deleted') });
  return (
    <FilterNotice onClear={onClear}>
      {name ? t('onlyTrigger', { trigger: name }) : t('onlyOneTrigger')}
    </FilterNotice>
  );
}
