import type { Store } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatBytes } from '../../lib/bytes';
import { storePath } from '../../queries/stores';
import { type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';

export function StoreTable({ stores }: { stores: Store[] }) {
  const { t, i18n } = useTranslation('stores');
  const columns: Column<Store>[] = [
    {
      key: 'name',
      header: t('name'),
      width: 'minmax(0, 2.4fr)',
      cell: ({ _id, kind, name }) => (
        <Link to={storePath(_id, kind)} className={rowLinkClass} dir="auto" title={name}>
          {name}
        </Link>
      ),
    },
    {
      key: 'kind',
      header: t('kind'),
      width: 'minmax(5.5rem, 1fr)',
      cell: ({ kind }) => t(`kinds.${kind}`),
    },
    {
      key: 'keys',
      header: t('keys'),
      width: 'minmax(3.5rem, 0.6fr)',
      cell: ({ keys }) => keys.toLocaleString(i18n.language),
    },
    {
      key: 'size',
      header: t('size'),
      width: 'minmax(0, 0.6fr)',
      isHiddenOnMobile: true,
      cell: ({ bytes }) => (
        <Text size="sm" span>
          {formatBytes(bytes, i18n.language)}
        </Text>
      ),
    },
  ];
  return <VirtualTable label={t('title')} rows={stores} columns={columns} getKey={({ _id }) => _id} />;
}
