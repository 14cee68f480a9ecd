import type { RepositorySync } from '@drover/sdk';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../ui/display/relative-time';
import { type Column, VirtualTable } from '../../ui/lists/virtual-table';
import { SyncState } from './sync-state';

const hashChars = 8;

/** Of a push, the state says that it succeeded. */
function resultOf({
  state,
  trigger,
  projects,
  changed,
}: Pick<RepositorySync, 'state' | 'trigger' | 'projects' | 'changed'>) {
  if (state !== 'done') return undefined;
  if (trigger === 'save') return changed > 0 ? undefined : 'notPushed';
  return projects > 0 ? 'changed' : 'unchanged';
}

/** The last syncs of a repository. */
export function SyncTable({ syncs }: { syncs: RepositorySync[] }) {
  const { t } = useTranslation('repositories');
  const columns: Column<RepositorySync>[] = [
    {
      key: 'state',
      header: t('state'),
      width: 'minmax(6rem, 0.8fr)',
      cell: (sync) => <SyncState sync={sync} />,
    },
    {
      key: 'result',
      header: t('result'),
      width: 'minmax(0, 2fr)',
      cell: ({ error, ...sync }) => {
        const result = resultOf(sync);
        return (
          <Text size="sm" truncate title={error ?? undefined} translate={error ? 'no' : undefined}>
            {error ?? (result && t(result, sync))}
          </Text>
        );
      },
    },
    {
      key: 'commit',
      header: t('commit'),
      width: 'minmax(0, 1.2fr)',
      isHiddenOnMobile: true,
      cell: ({ commit, commitAuthor }) => (
        <Text size="sm" truncate>
          {commit && `${commit.slice(0, hashChars)} ${commitAuthor ?? ''}`}
        </Text>
      ),
    },
    {
      key: 'trigger',
      header: t('trigger'),
      width: 'minmax(0, 0.8fr)',
      isHiddenOnMobile: true,
      cell: ({ trigger }) => t(`triggers.${trigger}`),
    },
    {
      key: 'time',
      header: t('time'),
      width: 'minmax(4rem, 0.7fr)',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return <VirtualTable label={t('syncs')} rows={syncs} columns={columns} getKey={({ _id }) => _id} />;
}
