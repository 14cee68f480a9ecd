import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { created, noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { createPromotionCode, listPromotionCodes, removePromotionCode } from './promotion-codes';

export const promotionCodeRoutes = (service: Service) =>
  initServer().router(contract.promotionCodes, {
    list: ({ req, params, query }) =>
      ok(listPromotionCodes(service, { accountId: req.caller.accountId, ...params }, query)),
    create: ({ req, params, body }) =>
      created(createPromotionCode(service, { accountId: req.caller.accountId, ...params }, body)),
    remove: ({ req, params }) =>
      noContent(removePromotionCode(service, { accountId: req.caller.accountId, ...params })),
  });
