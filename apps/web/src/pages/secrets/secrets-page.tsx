import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SecretTable } from '../../features/secrets/secret-table';
import { CreateSecret } from '../../features/secrets/set-secret';
import { secretQueries } from '../../queries/secrets';
import { EmptyState } from '../../ui/empty-state';
import { KeyIcon } from '../../ui/icons';
import { List } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';

export function SecretsPage() {
  const { t } = useTranslation();
  const query = useQuery(secretQueries.list());
  const empty = (
    <EmptyState icon={<KeyIcon size={26} />} title={t('secrets.empty')}>
      {t('secrets.emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('secrets.title')} actions={<CreateSecret />}>
        {t('secrets.summary')}
      </PageHeader>
      <List query={query} empty={empty}>
        {(secrets) => <SecretTable secrets={secrets} />}
      </List>
    </>
  );
}
