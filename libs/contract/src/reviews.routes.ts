import { initContract } from '@ts-rest/core';
import { Devscript } from './devscripts.schemas';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';
import { DecideReview, ReviewFileFilter, ReviewList } from './reviews.schemas';

const c = initContract();

export const reviews = c.router({
  list: {
    method: 'GET',
    path: '/v1/reviews',
    summary: 'List what waits for review',
    metadata: policy({ scope: 'read', role: 'reviewer' }),
    query: Paging,
    responses: { 200: ReviewList },
  },
  getCode: {
    method: 'GET',
    path: '/v1/reviews/:devscriptId/files/code',
    summary: 'Download the code that waits for review',
    metadata: policy({ scope: 'read', role: 'reviewer' }),
    pathParams: idParams('devscriptId'),
    query: ReviewFileFilter,
    responses: { 200: c.otherResponse({ contentType: 'application/javascript', body: c.type<unknown>() }) },
  },
  getConfig: {
    method: 'GET',
    path: '/v1/reviews/:devscriptId/files/config',
    summary: 'Download the configuration that waits for review',
    metadata: policy({ scope: 'read', role: 'reviewer' }),
    pathParams: idParams('devscriptId'),
    query: ReviewFileFilter,
    responses: { 200: c.otherResponse({ contentType: 'application/json', body: c.type<unknown>() }) },
  },
  update: {
    method: 'PUT',
    path: '/v1/reviews/:devscriptId',
    summary: 'Approve or reject',
    metadata: policy({ scope: 'write', role: 'reviewer', audit: 'review.decide' }),
    pathParams: idParams('devscriptId'),
    body: DecideReview,
    responses: { 204: c.noBody() },
  },
});

/** How a devscript comes here: operations that it takes beside its own. */
export const submission = c.router({
  submitReview: {
    method: 'POST',
    path: '/v1/devscripts/:devscriptId/review',
    summary: 'Submit for review',
    metadata: policy({ scope: 'write', audit: 'review.submit' }),
    pathParams: idParams('devscriptId'),
    body: c.noBody(),
    responses: { 201: Devscript },
  },
  withdrawReview: {
    method: 'DELETE',
    path: '/v1/devscripts/:devscriptId/review',
    summary: 'Withdraw from review',
    metadata: policy({ scope: 'write', audit: 'review.withdraw' }),
    pathParams: idParams('devscriptId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
