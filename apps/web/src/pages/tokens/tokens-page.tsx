import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateToken } from '../../features/tokens/create-token';
import { TokenTable } from '../../features/tokens/token-table';
import { tokenQueries } from '../../queries/tokens';
import { KeyIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';

export function TokensPage() {
  const { t } = useTranslation('tokens');
  const query = useQuery(tokenQueries.list());
  const { data: usage } = useQuery(tokenQueries.usage());
  const empty = (
    <EmptyState icon={<KeyIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={<CreateToken />}>
        {t('summary')}
        {usage && ` ${t('usage', { count: usage.used, reset: usage.reset })}`}
      </PageHeader>
      <List query={query} empty={empty}>
        {(tokens) => <TokenTable tokens={tokens} />}
      </List>
    </>
  );
}
