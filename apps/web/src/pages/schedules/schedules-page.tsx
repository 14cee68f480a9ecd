import type { ScheduleSummary } from '@drover/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScheduleMenu } from '../../features/schedules/schedule-menu';
import { ScheduleTable } from '../../features/schedules/schedule-table';
import { scheduleQueries } from '../../queries/schedules';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { ClockIcon, PlusIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';
import { ScheduleDialog } from './schedule-dialog';

export function SchedulesPage() {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch } = useQuery(scheduleQueries.list());
  const [open, setOpen] = useState<ScheduleSummary | 'new' | null>(null);
  const create = (
    <Button leftSection={<PlusIcon size={16} />} onClick={() => setOpen('new')}>
      {t('schedules.create')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('schedules.title')} actions={create}>
        {t('schedules.summary')}
      </PageHeader>
      {isPending && <RowsLoading />}
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {data && data.items.length === 0 && (
        <EmptyState icon={<ClockIcon size={26} />} title={t('schedules.empty')}>
          {t('schedules.emptyText')}
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <ScheduleTable
          schedules={data.items}
          renderMenu={(schedule) => <ScheduleMenu schedule={schedule} onEdit={() => setOpen(schedule)} />}
        />
      )}
      {open && <ScheduleDialog schedule={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </>
  );
}
