import type { ScriptVersion } from '@drover/sdk';
import { Badge, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/bytes';
import { scriptQueries } from '../../queries/scripts';
import { RelativeTime } from '../../ui/display/relative-time';
import { ErrorAlert } from '../../ui/feedback/error-alert';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';

/** All versions of a published script, newest first. */
export function VersionTable({ scriptId }: { scriptId: string }) {
  const { t, i18n } = useTranslation(['scripts', 'listings']);
  const { data, isError, error, refetch } = useQuery(scriptQueries.versions(scriptId));
  if (isError) return <ErrorAlert error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={2} />;
  const newest = data.items[0]?.version;
  const columns: Column<ScriptVersion>[] = [
    {
      key: 'version',
      header: t('listings:version'),
      width: 'minmax(0, 1.4fr)',
      cell: ({ version }) => (
        <Group gap="xs" wrap="nowrap">
          {version}
          {version === newest && (
            <Badge size="sm" variant="light" tt="none">
              {t('newest')}
            </Badge>
          )}
        </Group>
      ),
    },
    {
      key: 'size',
      header: t('size'),
      width: 'minmax(0, 0.7fr)',
      cell: ({ codeSize, configSize }) => formatBytes(codeSize + (configSize ?? 0), i18n.language),
    },
    {
      key: 'createdAt',
      header: t('versionAt'),
      width: 'minmax(0, 0.9fr)',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return (
    <VirtualTable
      label={t('versions')}
      rows={data.items}
      columns={columns}
      getKey={({ version }) => version}
      rowHeight={44}
    />
  );
}
