import type { RouteObject } from 'react-router';
import { lazyPage } from './lazy-page';

/** The pages of reviewers. */
export const reviewRoutes: RouteObject[] = [
  {
    path: 'reviews',
    lazy: lazyPage(() => import('../pages/reviews/reviews-page'), 'ReviewsPage', 'reviews', 'listings'),
  },
  {
    path: 'reviews/:devscriptId',
    lazy: lazyPage(
      () => import('../pages/reviews/review-page'),
      'ReviewPage',
      'reviews',
      'revisions',
      'projects',
      'listings',
      'run-dialog',
    ),
  },
];
