import type { ScheduleSummary } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScheduleMenu } from '../../features/schedules/schedule-menu';
import { ScheduleTable } from '../../features/schedules/schedule-table';
import { scheduleQueries } from '../../queries/schedules';
import { ForRole } from '../../roles/for-role';
import { ClockIcon, PlusIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';
import { useCountDevices } from '../jobs/use-count-devices';
import { ScheduleDialog } from './schedule-dialog';

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
          <ScheduleTable
            schedules={schedules}
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
      </List>
      {open && <ScheduleDialog schedule={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  );
}
