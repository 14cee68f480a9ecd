import { noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { getReviewFile, getReviewProject, listReviews, updateReview } from '../features/reviews/reviews';
import { routeHandlers } from '../http/route-handlers';

export const reviewRoutes = (context: AppContext) =>
  routeHandlers('reviews', {
    list: ({ query }) => ok(listReviews(context, query)),
    getCode: ({ params, query }) => ok(getReviewFile(context, { ...params, ...query, kind: 'code' })),
    getConfig: ({ params, query }) => ok(getReviewFile(context, { ...params, ...query, kind: 'config' })),
    getProject: ({ params, query }) => ok(getReviewProject(context, { ...params, ...query })),
    update: ({ params, body }) => noContent(updateReview(context, params.devscriptId, body)),
  });
