import { Anchor } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ApprovalTable } from '../../features/approvals/approval-table';
import { approvalQueries } from '../../queries/approvals';
import { useHasRole } from '../../roles/use-has-role';
import { CheckIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { PagedList } from '../../ui/lists/query-result';

/** What needed approval, newest first. */
export function ApprovalsPage() {
  const { t } = useTranslation('approvals');
  const hasRole = useHasRole();
  const query = useInfiniteQuery(approvalQueries.list());
  const empty = (
    <EmptyState icon={<CheckIcon size={26} />} title={t('empty')}>
      {t('emptyText')}
    </EmptyState>
  );
  return (
    <>
      <PageHeader title={t('title')}>
        {t(hasRole('admin') ? 'summary' : 'summaryOwn')}{' '}
        <Anchor component={Link} to="/settings/approvals" underline="always">
          {t('toRules')}
        </Anchor>
      </PageHeader>
      <PagedList query={query} empty={empty}>
        {(approvals) => <ApprovalTable approvals={approvals} />}
      </PagedList>
    </>
  );
}
