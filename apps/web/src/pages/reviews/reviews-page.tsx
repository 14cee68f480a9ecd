import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ReviewTable } from '../../features/reviews/review-table';
import { accountQueries } from '../../queries/accounts';
import { reviewQueries } from '../../queries/reviews';
import { EmptyState } from '../../ui/empty-state';
import { ReviewIcon } from '../../ui/icons';
import { Loaded } from '../../ui/loaded';
import { PageHeader } from '../../ui/page-header';

export function ReviewsPage() {
  const { t } = useTranslation();
  const { data: account } = useQuery(accountQueries.current());
  const isReviewer = account?.isReviewer ?? false;
  const query = useQuery({ ...reviewQueries.list(), enabled: isReviewer });
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
      <Loaded query={query}>
        {(reviews) =>
          reviews.length > 0 ? (
            <ReviewTable reviews={reviews} />
          ) : (
            <EmptyState icon={<ReviewIcon size={26} />} title={t('reviews.empty')}>
              {t('reviews.emptyText')}
            </EmptyState>
          )
        }
      </Loaded>
    </>
  );
}
