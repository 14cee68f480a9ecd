import type { SampleRecord } from '@drover/sdk';
import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/relative-time';
import { VirtualTable, type Column } from '../../ui/virtual-table';
import { SampleRecordMenu } from './sample-record-menu';

export function SampleRecordTable({ records }: { records: SampleRecord[] }) {
  const { t } = useTranslation();
  const columns: Column<SampleRecord>[] = [
    {
      key: 'name',
      header: t('sampleRecords.name'),
      track: 'minmax(0, 2fr)',
      cell: ({ name }) => (
        <Text size="sm" fw={550} truncate title={name}>
          {name}
        </Text>
      ),
    },
    {
      key: 'created',
      header: t('sampleRecords.created'),
      track: 'minmax(5rem, 1fr)',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      key: 'actions',
      header: <VisuallyHidden>{t('actions')}</VisuallyHidden>,
      track: '3rem',
      cell: (record) => (
        <Group justify="flex-end">
          <SampleRecordMenu record={record} />
        </Group>
      ),
    },
  ];
  return (
    <VirtualTable
      label={t('sampleRecords.title')}
      rows={records}
      columns={columns}
      keyOf={({ _id }) => _id}
    />
  );
}
