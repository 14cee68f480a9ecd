import { noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { getReviewFile, listReviews, updateReview } from '../features/reviews/reviews';
import { routeHandlers } from '../http/route-handlers';

export const reviewRoutes = (context: AppContext) =>
  routeHandlers('reviews', {
    list: ({ query }) => ok(listReviews(context, query)),
    getCode: ({ params, query }) => ok(getReviewFile(context, { ...params, ...query, kind: 'code' })),
    getConfig: ({ params, query }) => ok(getReviewFile(context, { ...params, ...query, kind: 'config' })),
    update: ({ params, body }) => noContent(updateReview(context, params.devscriptId, body)),
  });
