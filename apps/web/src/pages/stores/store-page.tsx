import { Anchor, Button, Code, Group } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import { CreateEntry } from '../../features/stores/edit-entry';
import { EntryTable } from '../../features/stores/entry-table';
import { type StoreOwner, storeQueries } from '../../queries/stores';
import { ForRole } from '../../roles/for-role';
import { RepeatIcon, StoreIcon } from '../../ui/display/icons';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageError } from '../../ui/layout/page-error';
import { PageHeader } from '../../ui/layout/page-header';
import { NoMatch } from '../../ui/lists/no-match';
import { PagedList } from '../../ui/lists/query-result';
import { SearchInput } from '../../ui/lists/search-input';
import { SkeletonRows } from '../../ui/lists/skeleton-rows';
import { useUrlFilter } from '../../ui/lists/url-filter';

const filterNames = ['prefix'] as const;

/** The entries of a store. */
export function StorePage() {
  const { storeId = '' } = useParams();
  const kind = useSearchParams()[0].get('kind') ?? '';
  const { data: owner, isError, error, refetch } = useQuery(storeQueries.owner(storeId, kind));
  if (isError) return <PageError error={error} onRetry={() => void refetch()} />;
  if (owner === undefined) return <SkeletonRows />;
  return <StoreDetails key={storeId} storeId={storeId} owner={owner} />;
}

interface Props {
  storeId: string;
  owner: StoreOwner | null;
}

function StoreDetails({ storeId, owner }: Props) {
  const { t } = useTranslation('stores');
  const { filter, change, clear } = useUrlFilter(filterNames);
  const query = useInfiniteQuery(storeQueries.entries(storeId, filter.prefix));
  if (query.isError && !query.data) {
    return <PageError error={query.error} onRetry={() => void query.refetch()} />;
  }
  const empty = (
    <EmptyState icon={<StoreIcon size={26} />} title={t('noEntries')}>
      {t('noEntriesText')}
    </EmptyState>
  );
  return (
    <>
      <Breadcrumbs pages={[{ to: '/stores', label: t('title') }]} />
      <PageHeader
        title={owner?.name ?? t('storeOf')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<RepeatIcon size={16} />}
              onClick={() => void query.refetch()}
            >
              {t('refresh')}
            </Button>
            <ForRole role="editor">
              <CreateEntry storeId={storeId} />
            </ForRole>
          </>
        }
      >
        <StoreSummary storeId={storeId} owner={owner} />
      </PageHeader>
      <SearchInput
        mb="md"
        label={t('searchEntries')}
        value={filter.prefix}
        onChange={(prefix) => change({ prefix })}
      />
      <PagedList query={query} empty={filter.prefix ? <NoMatch onClear={clear} /> : empty}>
        {(entries) => <EntryTable storeId={storeId} entries={entries} />}
      </PagedList>
    </>
  );
}

const ownerPages = { device: '/devices/', devscript: '/devscripts/', script: '/library/' };

/** The kind of the store, and a link to what it belongs to. */
function StoreSummary({ storeId, owner }: Props) {
  const { t } = useTranslation('stores');
  if (!owner) return <Code>{storeId}</Code>;
  const { kind, name } = owner;
  return (
    <Group gap={6} component="span">
      <span>{t(`storeKinds.${kind}`)}</span>
      {kind !== 'account' && (
        <Anchor
          component={Link}
          to={`${ownerPages[kind]}${storeId}`}
          size="sm"
          aria-label={t('openOwner', { name })}
        >
          {t('open')}
        </Anchor>
      )}
    </Group>
  );
}
