import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { accountQueries } from '../queries/accounts';
import { reviewQueries } from '../queries/reviews';
import { Count } from '../ui/count';
import { ReviewIcon } from '../ui/icons';
import classes from './navigation.module.css';

/** How often it is looked whether something new waits: nothing tells of reviews as they come. */
const lookMs = 60_000;

/** The way to the reviews, for reviewers alone, with the number of those that wait. */
export function ReviewsPlace() {
  const { t } = useTranslation();
  const { data: account } = useQuery(accountQueries.current());
  const isReviewer = account?.isReviewer ?? false;
  const { data } = useQuery({ ...reviewQueries.list(), enabled: isReviewer, refetchInterval: lookMs });
  if (!isReviewer) return null;
  return (
    <NavLink to="/reviews" className={classes.place}>
      <ReviewIcon />
      {t('navigation.reviews')}
      {data && data.length > 0 && (
        <Count shown={data.length} words={t('navigation.waiting', { count: data.length })} />
      )}
    </NavLink>
  );
}
