import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ReviewTable } from '../../features/reviews/review-table';
import { accountQueries } from '../../queries/accounts';
import { reviewQueries } from '../../queries/reviews';
import { EmptyState } from '../../ui/empty-state';
import { Failure } from '../../ui/failure';
import { ReviewIcon } from '../../ui/icons';
import { PageHeader } from '../../ui/page-header';
import { RowsLoading } from '../../ui/rows-loading';

export function ReviewsPage() {
  const { t } = useTranslation();
  const { data: account } = useQuery(accountQueries.current());
  const isReviewer = account?.isReviewer ?? false;
  const { data, isError, error, refetch } = useQuery({ ...reviewQueries.list(), enabled: isReviewer });
  if (account && !isReviewer) {
    return (
      <EmptyState isPage icon={<ReviewIcon size={26} />} title={t('reviews.forReviewers')}>
        {t('reviews.forReviewersText')}
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader title={t('reviews.title')}>{t('reviews.summary')}</PageHeader>
      {isError && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <RowsLoading />}
      {data?.length === 0 && (
        <EmptyState icon={<ReviewIcon size={26} />} title={t('reviews.empty')}>
          {t('reviews.emptyText')}
        </EmptyState>
      )}
      {data && data.length > 0 && <ReviewTable reviews={data} />}
    </>
  );
}
