import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListingTable } from '../../features/listings/listing-table';
import { ScriptTabs } from '../../features/scripts/script-tabs';
import { listingQueries } from '../../queries/listings';
import { scriptQueries } from '../../queries/scripts';
import { LibraryIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { List } from '../../ui/lists/query-result';
import { SearchableList } from '../../ui/lists/search-input';

export function ListingsPage() {
  const { t } = useTranslation(['listings', 'scripts']);
  const query = useQuery(listingQueries.list());
  const library = useQuery(scriptQueries.list());
  const owned = new Set(library.data?.items.map(({ slug }) => slug));
  const empty = (
    <EmptyState icon={<LibraryIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('scripts:title')} tabTitle={t('title')} />
      <ScriptTabs />
      <List query={query} empty={empty}>
        {(listings) => (
          <SearchableList
            items={listings}
            getTexts={({ name, description, ownerName }) => [name, description, ownerName]}
            label={t('search')}
            noMatch={t('noMatch')}
          >
            {(found) => <ListingTable listings={found} owned={owned} />}
          </SearchableList>
        )}
      </List>
    </>
  );
}
