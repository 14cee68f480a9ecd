import type { Approval } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/display/relative-time';
import { type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';
import { ApprovalState } from './approval-state';
import { useRequestName } from './request-name';

export function ApprovalTable({ approvals }: { approvals: Approval[] }) {
  const { t } = useTranslation('approvals');
  const requestName = useRequestName();
  const columns: Column<Approval>[] = [
    {
      key: 'name',
      header: t('request'),
      width: 'minmax(0, 2fr)',
      cell: (approval) => (
        <Link to={`/approvals/${approval._id}`} className={rowLinkClass} dir="auto">
          {requestName(approval)}
        </Link>
      ),
    },
    {
      key: 'state',
      header: t('state'),
      width: 'minmax(6.5rem, 0.8fr)',
      cell: ({ state }) => <ApprovalState state={state} />,
    },
    {
      key: 'askedBy',
      header: t('askedBy'),
      width: 'minmax(0, 1fr)',
      isHiddenOnMobile: true,
      cell: ({ askedBy }) => <span dir="auto">{askedBy.name}</span>,
    },
    {
      key: 'createdAt',
      header: t('askedAt'),
      isHiddenOnMobile: true,
      width: 'minmax(5.5rem, 0.8fr)',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
  return <VirtualTable label={t('title')} rows={approvals} columns={columns} getKey={({ _id }) => _id} />;
}
