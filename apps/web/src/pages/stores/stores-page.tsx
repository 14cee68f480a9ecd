import { LIMITS } from '@drover/contract/limits';
import type { Store } from '@drover/sdk';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { StoreTable } from '../../features/stores/store-table';
import { formatBytes } from '../../lib/bytes';
import { storePath, storeQueries, workspaceStoreId } from '../../queries/stores';
import { StoreIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';
import { SearchableList } from '../../ui/lists/search-input';

/** The stores that have had entries. */
export function StoresPage() {
  const { t } = useTranslation('stores');
  const query = useQuery(storeQueries.list());
  const ofWorkspace = (
    <Button component={Link} to={storePath(workspaceStoreId, 'account')} variant="default">
      {t('openWorkspace')}
    </Button>
  );
  const empty = (
    <EmptyState icon={<StoreIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={ofWorkspace}>
        {t('summary')}
      </PageHeader>
      <List query={query} empty={empty}>
        {(stores) => (
          <>
            <StoreUsage stores={stores} />
            <SearchableList
              items={stores}
              getTexts={({ name }) => [name]}
              label={t('search')}
              noMatch={t('noMatch')}
            >
              {(matches) => <StoreTable stores={matches} />}
            </SearchableList>
          </>
        )}
      </List>
    </>
  );
}

/** How much of the quota of the workspace the stores use. */
function StoreUsage({ stores }: { stores: Store[] }) {
  const { t, i18n } = useTranslation('stores');
  const sum = (key: 'bytes' | 'keys') => stores.reduce((total, store) => total + store[key], 0);
  return (
    <Text size="sm" c="dimmed" mb="md">
      {t('usage', {
        bytes: formatBytes(sum('bytes'), i18n.language),
        maxBytes: formatBytes(LIMITS.accountStoreBytes, i18n.language),
        keys: sum('keys'),
        maxKeys: LIMITS.accountStoreKeys,
      })}
    </Text>
  );
}
