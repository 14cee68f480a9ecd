import type { Review } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/display/relative-time';
import { type Column, rowLinkClass, VirtualTable } from '../../ui/lists/virtual-table';

export function ReviewTable({ reviews }: { reviews: Review[] }) {
  const { t } = useTranslation(['listings', 'reviews']);
  const columns: Column<Review>[] = [
    {
      key: 'name',
      header: t('script'),
      width: 'minmax(0, 2fr)',
      cell: ({ devscriptId, name }) => (
        <Link to={`/reviews/${devscriptId}`} className={rowLinkClass} dir="auto">
          {name}
        </Link>
      ),
    },
    {
      key: 'owner',
      header: t('owner'),
      width: 'minmax(0, 1fr)',
      cell: ({ ownerName }) => <span dir="auto">{ownerName}</span>,
    },
    {
      key: 'submittedAt',
      header: t('reviews:submittedAt'),
      width: 'minmax(5.5rem, 0.8fr)',
      cell: ({ submittedAt }) => submittedAt && <RelativeTime at={submittedAt} />,
    },
  ];
  return (
    <VirtualTable
      label={t('reviews:title')}
      rows={reviews}
      columns={columns}
      getKey={({ devscriptId }) => devscriptId}
    />
  );
}
