import type { ScriptVersion } from '@drover/sdk';
import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { bytes } from '../../lib/bytes';
import { scriptQueries } from '../../queries/scripts';
import { Failure } from '../../ui/failure';
import { RelativeTime } from '../../ui/relative-time';
import { RowsLoading } from '../../ui/rows-loading';
import { VirtualTable, type Column } from '../../ui/virtual-table';

/** All versions of a published script, newest first. */
export function VersionTable({ scriptId }: { scriptId: string }) {
  const { t, i18n } = useTranslation();
  const { data, isError, error, refetch } = useQuery(scriptQueries.versions(scriptId));
  if (isError) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <RowsLoading rows={2} />;
  const newest = data.items[0]?.version;
  const columns: Column<ScriptVersion>[] = [
    {
      key: 'version',
      header: t('listings.version'),
      track: 'minmax(0, 1.4fr)',
      cell: ({ version }) => (
        <Group gap="xs" wrap="nowrap">
          {version}
          {version === newest && (
            <Badge size="sm" variant="light" tt="none">
              {t('scripts.newest')}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: 'size',
      header: t('scripts.size'),
      track: 'minmax(0, 0.7fr)',
      cell: ({ codeSize, configSize }) => bytes(codeSize + (configSize ?? 0), i18n.language),
    },
    {
      key: 'createdAt',
      header: t('scripts.versionAt'),
      track: 'minmax(0, 0.9fr)',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return (
    <VirtualTable
      label={t('scripts.versions')}
      rows={data.items}
      columns={columns}
      keyOf={({ version }) => version}
      rowHeight={44}
    />
  );
}
