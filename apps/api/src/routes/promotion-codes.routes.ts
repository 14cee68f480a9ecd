import { ownIds } from '../auth/caller';
import { created, noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import {
  createPromotionCode,
  listPromotionCodes,
  removePromotionCode,
} from '../features/promotion-codes/promotion-codes';
import { routeHandlers } from '../http/route-handlers';

export const promotionCodeRoutes = (context: AppContext) =>
  routeHandlers('promotionCodes', {
    list: ({ req, params, query }) => ok(listPromotionCodes(context, ownIds(req, params), query)),
    create: ({ req, params, body }) => created(createPromotionCode(context, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removePromotionCode(context, ownIds(req, params))),
  });
