import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { accountQueries } from '../queries/accounts';
import { reviewQueries } from '../queries/reviews';
import { CountBadge } from '../ui/display/count-badge';
import { ReviewIcon } from '../ui/display/icons';
import classes from './navigation.module.css';

/** Reviews are polled, because no event announces them. */
const refetchMs = 60_000;

/** The link to the reviews with the number of pending ones. Only reviewers see it. */
export function ReviewsLink() {
  const { t } = useTranslation('app');
  const { data: account } = useQuery(accountQueries.current());
  const isReviewer = account?.isReviewer ?? false;
  const { data } = useQuery({ ...reviewQueries.list(), enabled: isReviewer, refetchInterval: refetchMs });
  if (!isReviewer) return null;
  return (
    <NavLink to="/reviews" className={classes.link}>
      <ReviewIcon />
      {t('navigation.reviews')}
      {data && data.length > 0 && (
        <CountBadge value={data.length} label={t('navigation.waiting', { count: data.length })} />
      )}
    </NavLink>
  );
}
