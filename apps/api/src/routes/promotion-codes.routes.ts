import { PromotionCode } from '@drover/contract';
import { ownIds } from '../auth/caller';
import { created, noContent } from '../http/respond';
import type { AppContext } from '../context/app-context';
import {
  createPromotionCode,
  listPromotionCodes,
  removePromotionCode,
} from '../features/promotion-codes/promotion-codes';
import { routeHandlers } from '../http/route-handlers';
import { okList } from '../http/stream';

export const promotionCodeRoutes = (context: AppContext) =>
  routeHandlers('promotionCodes', {
    list: ({ req, res, params, query }) =>
      okList(res, PromotionCode, listPromotionCodes(context, ownIds(req, params), query)),
    create: ({ req, params, body }) => created(createPromotionCode(context, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removePromotionCode(context, ownIds(req, params))),
  });
