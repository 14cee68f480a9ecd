import type { ScheduleSummary } from '@drover/sdk';
import { Group, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { aboveLinkClass, type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { NextTime } from './next-time';
import { Outcome } from './outcome';
import { useWhenDescription } from './use-when-description';

interface Props {
  schedules: ScheduleSummary[];
  renderMenu: (schedule: ScheduleSummary) => ReactNode;
}

export function ScheduleTable({ schedules, renderMenu }: Props) {
  const { t } = useTranslation(['schedules', 'common']);
  const describeWhen = useWhenDescription();
  const columns: Column<ScheduleSummary>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 1.4fr)',
      cell: ({ _id, name, when }) => (
        <>
          <Link to={`/schedules/${_id}`} className={rowLinkClass}>
            {name}
          </Link>
          <Text size="xs" c="dimmed" truncate>
            {describeWhen(when)}
          </Text>
        </>
      ),
    },
    {
      key: 'next',
      header: t('next'),
      width: 'minmax(6.5rem, 0.8fr)',
      cell: (schedule) => <NextTime schedule={schedule} />,
    },
    {
      key: 'last',
      header: t('last'),
      width: 'minmax(0, 1.4fr)',
      isHiddenOnMobile: true,
      cell: ({ last }) => (last ? <Outcome occurrence={last} /> : t('never')),
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '3rem',
      cell: (schedule) => (
        <Group justify="flex-end" className={aboveLinkClass}>
          {renderMenu(schedule)}
        </Group>
      ),
    },
  ];
  return (
    <VirtualTable
      label={t('title')}
      rows={schedules}
      columns={columns}
      getKey={({ _id }) => _id}
      rowHeight={64}
    />
  );
}
