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
import { EmptyState } from '../../ui/empty-state';
import { SearchIcon } from '../../ui/icons';
import { PagedList } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';
import { SearchInput } from '../../ui/search-input';

export function AuditPage() {
  const { t } = useTranslation();
  const query = useInfiniteQuery(auditQueries.list());
  const empty = <EmptyState icon={<SearchIcon size={26} />} title={t('audit.empty')} />;
  return (
    <>
      <PageHeader title={t('audit.title')}>{t('audit.summary')}</PageHeader>
      <PagedList query={query} empty={empty}>
        {(entries) => <Entries entries={entries} />}
      </PagedList>
    </>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const rows = useAuditRows(entries, useNames(), search);
  return (
    <>
      <SearchInput mb="md" maw={360} label={t('audit.filter')} value={search} onChange={setSearch} />
      {rows.length > 0 ? (
        <AuditTable rows={rows} />
      ) : (
        <EmptyState icon={<SearchIcon size={26} />} title={t('audit.noMatch')}>
          {t('audit.noMatchText')}
        </EmptyState>
      )}
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
