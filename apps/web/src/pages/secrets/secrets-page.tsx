import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SecretTable } from '../../features/secrets/secret-table';
import { CreateSecret } from '../../features/secrets/set-secret';
import { secretQueries } from '../../queries/secrets';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { KeyIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';

export function SecretsPage() {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch } = useQuery(secretQueries.list());
  return (
    <>
      <PageHeader title={t('secrets.title')} actions={<CreateSecret />}>
        {t('secrets.summary')}
      </PageHeader>
      {isPending && <RowsLoading />}
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && (
        <EmptyState icon={<KeyIcon size={26} />} title={t('secrets.empty')}>
          {t('secrets.emptyText')}
        </EmptyState>
      )}
      {data && data.count > 0 && <SecretTable secrets={data.items} />}
    </>
  );
}
