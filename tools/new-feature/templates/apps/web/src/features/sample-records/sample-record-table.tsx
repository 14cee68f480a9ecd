import type { SampleRecord } from '@drover/sdk';
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display/relative-time';
import { VirtualTable, type Column } from '../../ui/lists/virtual-table';
import { SampleRecordMenu } from './sample-record-menu';

export function SampleRecordTable({ records }: { records: SampleRecord[] }) {
  const { t } = useTranslation(['sample-records', 'common']);
  const columns: Column<SampleRecord>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 2fr)',
      cell: ({ name }) => (
        <Text size="sm" fw={550} truncate title={name}>
          {name}
        </Text>
      ),
    },
    {
      key: 'created',
      header: t('created'),
      width: 'minmax(5rem, 1fr)',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      width: '3rem',
      cell: (record) => (
        <Group justify="flex-end">
          <SampleRecordMenu record={record} />
        </Group>
      ),
    },
  ];
  return <VirtualTable label={t('title')} rows={records} columns={columns} getKey={({ _id }) => _id} />;
}
