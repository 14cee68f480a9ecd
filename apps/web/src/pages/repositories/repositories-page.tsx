import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConnectRepository } from '../../features/repositories/connect-repository';
import { RepositoryTable } from '../../features/repositories/repository-table';
import { repositoryQueries } from '../../queries/repositories';
import { CodeIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';

export function RepositoriesPage() {
  const { t } = useTranslation('repositories');
  const empty = (
    <EmptyState icon={<CodeIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={<ConnectRepository />}>
        {t('summary')}
      </PageHeader>
      <List query={useQuery(repositoryQueries.list())} empty={empty}>
        {(repositories) => <RepositoryTable repositories={repositories} />}
      </List>
    </>
  );
}
