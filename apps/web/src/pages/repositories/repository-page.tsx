import type { Repository } from '@drover/sdk';
import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { RepositoryMenu } from '../../features/repositories/repository-menu';
import { RepositoryPins } from '../../features/repositories/repository-pins';
import { SyncState } from '../../features/repositories/sync-state';
import { SyncTable } from '../../features/repositories/sync-table';
import { drover } from '../../lib/drover';
import { repositoryQueries } from '../../queries/repositories';
import { CopyableCommand } from '../../ui/display/copy';
import { CodeIcon, RepeatIcon } from '../../ui/display/icons';
import { useErrorNotification } from '../../ui/feedback/use-error-notification';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { PagedList } from '../../ui/lists/query-result';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';

export function RepositoryPage() {
  const { repositoryId = '' } = useParams();
  const { data, isError, error, refetch } = useQuery(repositoryQueries.detail(repositoryId));
  if (data) return <RepositoryDetails repository={data} />;
  if (isError) return <PageError error={error} onRetry={() => void refetch()} />;
  return <SkeletonRows />;
}

function RepositoryDetails({ repository }: { repository: Repository }) {
  const { t } = useTranslation('repositories');
  const client = useQueryClient();
  const showError = useErrorNotification();
  const { _id, name, url, ref, folder, pushRef, hookUrl, lastSync } = repository;
  const sync = useMutation({
    mutationFn: () => drover.repositories.sync(_id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['repositories'] }),
    onError: showError,
  });
  return (
    <>
      <PageHeader
        title={name}
        actions={
          <>
            <Button
              leftSection={<RepeatIcon size={16} />}
              loading={sync.isPending}
              onClick={() => sync.mutate()}
            >
              {t('sync')}
            </Button>
            <RepositoryMenu repository={repository} />
          </>
        }
      >
        <Group gap="xs" component="span">
          <SyncState sync={lastSync} />
          <span style={{ overflowWrap: 'anywhere' }}>{[url, ref, folder].filter(Boolean).join(' · ')}</span>
          {pushRef !== null && <span>{t('pushesTo', { branch: pushRef })}</span>}
        </Group>
      </PageHeader>
      <Stack gap="md">
        {lastSync?.error && (
          <Alert variant="light" color="red" title={t(lastSync.trigger === 'save' ? 'pushFailed' : 'failed')}>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} translate="no">
              {lastSync.error}
            </Text>
          </Alert>
        )}
        <CopyableCommand text={hookUrl} label={t('hookUrl')} />
        {lastSync?.notice && (
          <Alert variant="light" color="yellow" title={t('notice')}>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} translate="no">
              {lastSync.notice}
            </Text>
          </Alert>
        )}
        <RepositoryPins repository={repository} />
        <Title order={2} size="h4">
          {t('syncs')}
        </Title>
        <Syncs repositoryId={_id} />
      </Stack>
    </>
  );
}

function Syncs({ repositoryId }: { repositoryId: string }) {
  const { t } = useTranslation('repositories');
  const empty = (
    <EmptyState icon={<CodeIcon size={26} />} title={t('states.none')}>
      {t('noneText')}
    </EmptyState>
  );
  return (
    <PagedList query={useInfiniteQuery(repositoryQueries.syncs(repositoryId))} empty={empty}>
      {(syncs) => <SyncTable syncs={syncs} />}
    </PagedList>
  );
}
