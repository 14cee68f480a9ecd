import type { ScheduleSummary } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ScheduleMenu } from '../../features/schedules/schedule-menu';
import { ScheduleTable } from '../../features/schedules/schedule-table';
import { scheduleQueries } from '../../queries/schedules';
import { ForRole } from '../../roles/for-role';
import { ClockIcon, PlusIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';
import { NoMatch } from '../../ui/lists/no-match';
import { useUrlFilter } from '../../ui/lists/url-filter';
import { useCountDevices } from '../jobs/use-count-devices';
import { ScheduleDialog } from './schedule-dialog';
import { filterSchedules, ScheduleFilterBar, scheduleFilterNames } from './schedule-filter-bar';

export function SchedulesPage() {
  const { t } = useTranslation('schedules');
  const query = useQuery(scheduleQueries.list());
  const count = useCountDevices();
  const countDevices = ({ job }: ScheduleSummary) => count(job);
  const [open, setOpen] = useState<ScheduleSummary | 'new' | null>(null);
  const create = (
    <ForRole role="editor">
      <Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen('new')}>
        {t('create')}
      </Button>
    </ForRole>
  );
  const empty = (
    <EmptyState icon={<ClockIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={create}>
        {t('summary')}
      </PageHeader>
      <List query={query} empty={empty}>
        {(schedules) => (
          <FilteredList schedules={schedules}>
            {(found) => (
              <ScheduleTable
                schedules={found}
                countDevices={countDevices}
                renderMenu={(schedule) => (
                  <ScheduleMenu
                    schedule={schedule}
                    countDevices={countDevices}
                    onEdit={() => setOpen(schedule)}
                  />
                )}
              />
            )}
          </FilteredList>
        )}
      </List>
      {open && <ScheduleDialog schedule={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  );
}

interface FilteredListProps {
  schedules: ScheduleSummary[];
  children: (found: ScheduleSummary[]) => ReactNode;
}

function FilteredList({ schedules, children }: FilteredListProps) {
  const { filter, change, clear } = useUrlFilter(scheduleFilterNames);
  const found = filterSchedules(schedules, filter);
  return (
    <>
      <ScheduleFilterBar filter={filter} onChange={change} />
      {found.length > 0 ? children(found) : <NoMatch onClear={clear} />}
    </>
  );
}
