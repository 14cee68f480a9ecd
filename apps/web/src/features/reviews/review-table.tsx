import type { Review } from '@drover/sdk';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RelativeTime } from '../../ui/relative-time';
import { rowLinkClass, VirtualTable, type Column } from '../../ui/virtual-table';

export function ReviewTable({ reviews }: { reviews: Review[] }) {
  const { t } = useTranslation();
  const columns: Column<Review>[] = [
    {
      key: 'name',
      header: t('listings.script'),
      track: 'minmax(0, 2fr)',
      cell: ({ devscriptId, name }) => (
        <Link to={`/reviews/${devscriptId}`} className={rowLinkClass} dir="auto">
          {name}
        </Link>
      ),
    },
    {
      key: 'owner',
      header: t('listings.owner'),
      track: 'minmax(0, 1fr)',
      cell: ({ ownerName }) => <span dir="auto">{ownerName}</span>,
    },
    {
      key: 'submittedAt',
      header: t('reviews.submittedAt'),
      track: 'minmax(5.5rem, 0.8fr)',
      cell: ({ submittedAt }) => submittedAt && <RelativeTime at={submittedAt} />,
    },
  ];
  return (
    <VirtualTable
      label={t('reviews.title')}
      rows={reviews}
      columns={columns}
      keyOf={({ devscriptId }) => devscriptId}
    />
  );
}
