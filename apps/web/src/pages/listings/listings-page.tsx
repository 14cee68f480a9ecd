import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScriptTabs } from '../../features/scripts/script-tabs';
import { ListingTable } from '../../features/listings/listing-table';
import { listingQueries } from '../../queries/listings';
import { scriptQueries } from '../../queries/scripts';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { LibraryIcon, SearchIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';

export function ListingsPage() {
  const { t } = useTranslation();
  const { data, isPending, isError, error, refetch } = useQuery(listingQueries.list());
  const library = useQuery(scriptQueries.list());
  const [search, setSearch] = useState('');
  const listings = data?.items ?? [];
  const words = search.trim().toLowerCase();
  const shown = listings.filter(({ name, description, ownerName }) =>
    [name, description, ownerName].some((text) => text.toLowerCase().includes(words)),
  );
  const owned = new Set(library.data?.items.map(({ slug }) => slug));
  return (
    <>
      <PageHeader title={t('scripts.title')} tabTitle={t('listings.title')} />
      <ScriptTabs />
      {isPending && <RowsLoading />}
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {data && listings.length === 0 && (
        <EmptyState icon={<LibraryIcon size={26} />} title={t('listings.empty')}>
          {t('listings.emptyText')}
        </EmptyState>
      )}
      {listings.length > 0 && (
        <TextInput
          mb="md"
          type="search"
          aria-label={t('listings.search')}
          placeholder={t('listings.search')}
          leftSection={<SearchIcon size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.length > 0 && <ListingTable listings={shown} owned={owned} />}
      {listings.length > 0 && shown.length === 0 && <Text c="dimmed">{t('listings.noMatch')}</Text>}
    </>
  );
}
