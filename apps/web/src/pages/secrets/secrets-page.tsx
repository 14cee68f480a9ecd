import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SecretTable } from '../../features/secrets/secret-table';
import { CreateSecret } from '../../features/secrets/set-secret';
import { secretQueries } from '../../queries/secrets';
import { ForRole } from '../../roles/for-role';
import { KeyIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';

export function SecretsPage() {
  const { t } = useTranslation('secrets');
  const query = useQuery(secretQueries.list());
  const empty = (
    <EmptyState icon={<KeyIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <ForRole role="editor">
            <CreateSecret />
          </ForRole>
        }
      >
        {t('summary')}
      </PageHeader>
      <List query={query} empty={empty}>
        {(secrets) => <SecretTable secrets={secrets} />}
      </List>
    </>
  );
}
