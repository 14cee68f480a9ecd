import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { getReviewFile, listReviews, updateReview } from './reviews';

export const reviewRoutes = (service: Service) =>
  initServer().router(contract.reviews, {
    list: ({ query }) => ok(listReviews(service, query)),
    getCode: ({ params, query }) => ok(getReviewFile(service, { ...params, ...query, kind: 'code' })),
    getConfig: ({ params, query }) => ok(getReviewFile(service, { ...params, ...query, kind: 'config' })),
    update: ({ params, body }) => noContent(updateReview(service, params.devscriptId, body)),
  });
