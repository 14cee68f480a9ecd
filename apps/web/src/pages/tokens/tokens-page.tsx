import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateToken } from '../../features/tokens/create-token';
import { TokenTable } from '../../features/tokens/token-table';
import { tokenQueries } from '../../queries/tokens';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { KeyIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';

export function TokensPage() {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch } = useQuery(tokenQueries.list());
  return (
    <>
      <PageHeader title={t('tokens.title')} actions={<CreateToken />}>
        {t('tokens.summary')}
      </PageHeader>
      {isPending && <RowsLoading />}
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && (
        <EmptyState icon={<KeyIcon size={26} />} title={t('tokens.empty')}>
          {t('tokens.emptyText')}
        </EmptyState>
      )}
      {data && data.count > 0 && <TokenTable tokens={data.items} />}
    </>
  );
}
