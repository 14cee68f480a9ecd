import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CreateToken } from '../../features/tokens/create-token';
import { TokenTable } from '../../features/tokens/token-table';
import { tokenQueries } from '../../queries/tokens';
import { EmptyState } from '../../ui/empty-state';
import { KeyIcon } from '../../ui/icons';
import { List } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';

export function TokensPage() {
  const { t } = useTranslation();
  const query = useQuery(tokenQueries.list());
  const empty = (
    <EmptyState icon={<KeyIcon size={26} />} title={t('tokens.empty')}>
      {t('tokens.emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('tokens.title')} actions={<CreateToken />}>
        {t('tokens.summary')}
      </PageHeader>
      <List query={query} empty={empty}>
        {(tokens) => <TokenTable tokens={tokens} />}
      </List>
    </>
  );
}
