import type { Repository } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/display/relative-time';
import { type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { SyncState } from './sync-state';

export function RepositoryTable({ repositories }: { repositories: Repository[] }) {
  const { t } = useTranslation('repositories');
  const columns: Column<Repository>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 2fr)',
      cell: ({ _id, name, url }) => (
        <div style={{ minWidth: 0 }}>
          <Link to={`/settings/repositories/${_id}`} className={rowLinkClass}>
            {name}
          </Link>
          <Text size="xs" c="dimmed" truncate title={url}>
            {url}
          </Text>
        </div>
      ),
    },
    {
      key: 'state',
      header: t('lastSync'),
      width: 'minmax(6rem, 0.8fr)',
      cell: ({ lastSync }) => <SyncState sync={lastSync} />,
    },
    {
      key: 'time',
      header: t('time'),
      width: 'minmax(0, 0.7fr)',
      isHiddenOnMobile: true,
      cell: ({ lastSync }) => lastSync && <RelativeTime at={lastSync.createdAt} />,
    },
  ];
  return <VirtualTable label={t('title')} rows={repositories} columns={columns} getKey={({ _id }) => _id} />;
}
