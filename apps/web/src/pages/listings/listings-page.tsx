import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ListingTable } from '../../features/listings/listing-table';
import { ScriptTabs } from '../../features/scripts/script-tabs';
import { listingQueries } from '../../queries/listings';
import { scriptQueries } from '../../queries/scripts';
import { EmptyState } from '../../ui/empty-state';
import { LibraryIcon } from '../../ui/icons';
import { List } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { Search } from '../../ui/search-input';

export function ListingsPage() {
  const { t } = useTranslation();
  const query = useQuery(listingQueries.list());
  const library = useQuery(scriptQueries.list());
  const owned = new Set(library.data?.items.map(({ slug }) => slug));
  const empty = (
    <EmptyState icon={<LibraryIcon size={26} />} title={t('listings.empty')}>
      {t('listings.emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('scripts.title')} tabTitle={t('listings.title')} />
      <ScriptTabs />
      <List query={query} empty={empty}>
        {(listings) => (
          <Search
            items={listings}
            textsOf={({ name, description, ownerName }) => [name, description, ownerName]}
            label={t('listings.search')}
            noMatch={t('listings.noMatch')}
          >
            {(found) => <ListingTable listings={found} owned={owned} />}
          </Search>
        )}
      </List>
    </>
  );
}
