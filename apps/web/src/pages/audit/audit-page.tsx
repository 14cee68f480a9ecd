import type { AuditEntry } from '@drover/sdk';
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
import { SearchIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { PagedList } from '../../ui/lists/query-result';
import { SearchInput } from '../../ui/lists/search-input';

export function AuditPage() {
  const { t } = useTranslation('audit');
  const query = useInfiniteQuery(auditQueries.list());
  const empty = <EmptyState icon={<SearchIcon size={26} />} title={t('empty')} />;
  return (
    <>
      <PageHeader title={t('title')}>{t('summary')}</PageHeader>
      <PagedList query={query} empty={empty}>
        {(entries) => <Entries entries={entries} />}
      </PagedList>
    </>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useState('');
  const rows = useAuditRows(entries, useNames(), search);
  return (
    <>
      <SearchInput mb="md" maw={360} label={t('filter')} value={search} onChange={setSearch} />
      {rows.length > 0 ? (
        <AuditTable rows={rows} />
      ) : (
        <EmptyState icon={<SearchIcon size={26} />} title={t('noMatch')}>
          {t('noMatchText')}
        </EmptyState>
      )}
    </>
  );
}

/** Returns the names of records by ID, for the targets of audit entries. */
function useNames(): ReadonlyMap<string, string> {
  const [account, ...lists] = useQueries({
    queries: [accountQueries.current(), tokenQueries.list(), deviceQueries.list(), devscriptQueries.list()],
  });
  const records = lists.flatMap(({ data }): { _id: string; name: string }[] => data?.items ?? []);
  if (account.data) records.push(account.data);
  return new Map(records.map(({ _id, name }) => [_id, name]));
}
