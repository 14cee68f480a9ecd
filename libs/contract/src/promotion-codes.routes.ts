import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { OptionalPaging } from './lists';
import { policy } from './policy';
import { defineRoutes } from './route';
import { CreatePromotionCode, PromotionCode, PromotionCodeList } from './promotion-codes.schemas';

const c = initContract();

export const promotionCodes = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/promocode',
    summary: 'List valid promotion codes',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    pathParams: idParams('devscriptId'),
    query: OptionalPaging,
    responses: { 200: PromotionCodeList },
  },
  create: {
    method: 'POST',
    path: '/v1/devscripts/:devscriptId/promocode',
    summary: 'Create a promotion code for an approved script with a monthly plan',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'promotion-code.create', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: CreatePromotionCode,
    responses: { 201: PromotionCode },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/devscripts/:devscriptId/promocode/:promotionCodeId',
    summary: 'Delete a promotion code',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'promotion-code.remove', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId', 'promotionCodeId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
