import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ownIds } from '../http/caller';
import { created, noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { createPromotionCode, listPromotionCodes, removePromotionCode } from './promotion-codes';

export const promotionCodeRoutes = (service: Service) =>
  initServer().router(contract.promotionCodes, {
    list: ({ req, params, query }) => ok(listPromotionCodes(service, ownIds(req, params), query)),
    create: ({ req, params, body }) => created(createPromotionCode(service, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removePromotionCode(service, ownIds(req, params))),
  });
