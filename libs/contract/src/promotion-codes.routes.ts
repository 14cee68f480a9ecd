import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';
import { CreatePromotionCode, PromotionCode, PromotionCodeList } from './promotion-codes.schemas';

const c = initContract();

export const promotionCodes = c.router({
  list: {
    method: 'GET',
    path: '/v1/devscripts/:devscriptId/promocode',
    summary: 'List promotion codes that are valid',
    metadata: policy({ scope: 'read' }),
    pathParams: idParams('devscriptId'),
    query: Paging,
    responses: { 200: PromotionCodeList },
  },
  create: {
    method: 'POST',
    path: '/v1/devscripts/:devscriptId/promocode',
    summary: 'Create a promotion code for a reviewed script with a monthly plan',
    metadata: policy({ scope: 'write', audit: 'promotion-code.create' }),
    pathParams: idParams('devscriptId'),
    body: CreatePromotionCode,
    responses: { 201: PromotionCode },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/devscripts/:devscriptId/promocode/:promotionCodeId',
    summary: 'Delete a promotion code',
    metadata: policy({ scope: 'write', audit: 'promotion-code.remove' }),
    pathParams: idParams('devscriptId', 'promotionCodeId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
