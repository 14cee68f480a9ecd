import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { listReviews, updateReview } from './reviews';

export const reviewRoutes = (service: Service) =>
  initServer().router(contract.reviews, {
    list: ({ query }) => ok(listReviews(service, query)),
    update: ({ params, body }) => noContent(updateReview(service, params.devscriptId, body)),
  });
