import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AuditFilterBar, auditFilterNames } from '../../features/audit/audit-filter-bar';
import { AuditTable } from '../../features/audit/audit-table';
import { auditQueries, exportUrl } from '../../queries/audit';
import { memberQueries } from '../../queries/members';
import { tokenQueries } from '../../queries/tokens';
import { SearchIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { NoMatch } from '../../ui/lists/no-match';
import { PagedList } from '../../ui/lists/query-result';
import { useUrlFilter } from '../../ui/lists/url-filter';

export function AuditPage() {
  const { t } = useTranslation('audit');
  const { filter, change, clear, isActive } = useUrlFilter(auditFilterNames);
  const query = useInfiniteQuery(auditQueries.list(filter));
  const tokens = useQuery(tokenQueries.list());
  const members = useQuery(memberQueries.list());
  const empty = <EmptyState icon={<SearchIcon size={26} />} title={t('empty')} />;
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <Button component="a" href={exportUrl(filter)} download variant="default">
            {t('export')}
          </Button>
        }
      >
        {t('summary')}
      </PageHeader>
      <AuditFilterBar
        filter={filter}
        onChange={change}
        entries={entries}
        tokens={tokens.data?.items ?? []}
        members={members.data?.items ?? []}
      />
      <PagedList query={query} empty={isActive ? <NoMatch onClear={clear} /> : empty}>
        {(loaded) => <AuditTable entries={loaded} />}
      </PagedList>
    </>
  );
}
