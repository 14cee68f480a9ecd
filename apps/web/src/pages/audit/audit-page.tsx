import { TextInput } from '@mantine/core';
import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuditTable } from '../../features/audit/audit-table';
import { useAuditRows } from '../../features/audit/use-audit-rows';
import { accountQueries } from '../../queries/accounts';
import { auditQueries } from '../../queries/audit';
import { deviceQueries } from '../../queries/devices';
import { devscriptQueries } from '../../queries/devscripts';
import { tokenQueries } from '../../queries/tokens';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { SearchIcon } from '../../ui/icons';
import { LoadMore } from '../../ui/load-more';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';

export function AuditPage() {
  const { t } = useTranslation();
  const list = useInfiniteQuery(auditQueries.list());
  const [search, setSearch] = useState('');
  const entries = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const rows = useAuditRows(entries, useNames(), search);
  return (
    <>
      <PageHeader title={t('audit.title')}>{t('audit.summary')}</PageHeader>
      {list.isPending && <RowsLoading />}
      {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && entries.length === 0 && (
        <EmptyState icon={<SearchIcon size={26} />} title={t('audit.empty')} />
      )}
      {entries.length > 0 && (
        <TextInput
          type="search"
          mb="md"
          maw={360}
          aria-label={t('audit.filter')}
          placeholder={t('audit.filter')}
          leftSection={<SearchIcon size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {rows.length > 0 && <AuditTable rows={rows} />}
      {entries.length > 0 && rows.length === 0 && (
        <EmptyState icon={<SearchIcon size={26} />} title={t('audit.noMatch')}>
          {t('audit.noMatchText')}
        </EmptyState>
      )}
      <LoadMore list={list} />
    </>
  );
}

/** Names of what an entry may be about, by id. */
function useNames(): ReadonlyMap<string, string> {
  const [account, ...lists] = useQueries({
    queries: [accountQueries.current(), tokenQueries.list(), deviceQueries.list(), devscriptQueries.list()],
  });
  const records = lists.flatMap(({ data }): { _id: string; name: string }[] => data?.items ?? []);
  if (account.data) records.push(account.data);
  return new Map(records.map(({ _id, name }) => [_id, name]));
}
