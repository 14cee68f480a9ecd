import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ReviewTable } from '../../features/reviews/review-table';
import { accountQueries } from '../../queries/accounts';
import { reviewQueries } from '../../queries/reviews';
import { ReviewIcon } from '../../ui/display/icons';
import { EmptyState } from '../../ui/layout/empty-state';
import { PageHeader } from '../../ui/layout/page-header';
import { QueryResult } from '../../ui/lists/query-result';

export function ReviewsPage() {
  const { t } = useTranslation('reviews');
  const { data: account } = useQuery(accountQueries.current());
  const isReviewer = account?.isReviewer ?? false;
  const query = useQuery({ ...reviewQueries.list(), enabled: isReviewer });
  if (account && !isReviewer) {
    return (
      <EmptyState isPage icon={<ReviewIcon size={26} />} title={t('forReviewers')}>
        {t('forReviewersText')}
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader title={t('title')}>{t('summary')}</PageHeader>
      <QueryResult query={query}>
        {(reviews) =>
          reviews.length > 0 ? (
            <ReviewTable reviews={reviews} />
          ) : (
            <EmptyState icon={<ReviewIcon size={26} />} title={t('empty')}>
              {t('emptyText')}
            </EmptyState>
          )
        }
      </QueryResult>
    </>
  );
}
