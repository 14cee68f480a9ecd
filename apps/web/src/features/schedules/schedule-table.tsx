import type { ScheduleSummary } from '@drover/sdk';
import { Group, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { aboveLinkClass, rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';
import { NextTime } from './next-time';
import { Outcome } from './outcome';
import { useWhenWords } from './use-when-words';

interface Props {
  schedules: ScheduleSummary[];
  renderMenu: (schedule: ScheduleSummary) => ReactNode;
}

export function ScheduleTable({ schedules, renderMenu }: Props) {
  const { t } = useTranslation();
  const wordsOf = useWhenWords();
  const columns: Column<ScheduleSummary>[] = [
    {
      key: 'name',
      header: t('schedules.name'),
      track: 'minmax(0, 1.4fr)',
      cell: ({ _id, name, when }) => (
        <>
          <Link to={`/schedules/${_id}`} className={rowLinkClass}>
            {name}
          </Link>
          <Text size="xs" c="dimmed" truncate>
            {wordsOf(when)}
          </Text>
        </>
      ),
    },
    {
      key: 'next',
      header: t('schedules.next'),
      track: 'minmax(6.5rem, 0.8fr)',
      cell: (schedule) => <NextTime schedule={schedule} />,
    },
    {
      key: 'last',
      header: t('schedules.last'),
      track: 'minmax(0, 1.4fr)',
      isExtra: true,
      cell: ({ last }) => (last ? <Outcome occurrence={last} /> : t('schedules.never')),
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      track: '3rem',
      cell: (schedule) => (
        <Group justify="flex-end" className={aboveLinkClass}>
          {renderMenu(schedule)}
        </Group>
      ),
    },
  ];
  return (
    <VirtualTable
      label={t('schedules.title')}
      rows={schedules}
      columns={columns}
      keyOf={({ _id }) => _id}
      rowHeight={64}
    />
  );
}
