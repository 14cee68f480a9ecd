import { initContract } from '@ts-rest/core';
import { Devscript } from './devscripts.schemas';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';
import { Project } from './projects.schemas';
import { defineRoutes } from './route';
import { DecideReview, ReviewFileFilter, ReviewList } from './reviews.schemas';

const c = initContract();

export const reviews = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/reviews',
    summary: 'List devscripts in review',
    metadata: policy({ scope: 'read', role: 'owner', installationRole: 'reviewer' }),
    query: Paging,
    responses: { 200: ReviewList },
  },
  getCode: {
    method: 'GET',
    path: '/v1/reviews/:devscriptId/files/code',
    summary: 'Download the code in review',
    metadata: policy({ scope: 'read', role: 'owner', installationRole: 'reviewer' }),
    pathParams: idParams('devscriptId'),
    query: ReviewFileFilter,
    responses: { 200: c.otherResponse({ contentType: 'application/javascript', body: c.type<unknown>() }) },
  },
  getConfig: {
    method: 'GET',
    path: '/v1/reviews/:devscriptId/files/config',
    summary: 'Download the configuration in review',
    metadata: policy({ scope: 'read', role: 'owner', installationRole: 'reviewer' }),
    pathParams: idParams('devscriptId'),
    query: ReviewFileFilter,
    responses: { 200: c.otherResponse({ contentType: 'application/json', body: c.type<unknown>() }) },
  },
  getProject: {
    method: 'GET',
    path: '/v1/reviews/:devscriptId/project',
    summary: 'Read the source files that the code in review was built from',
    metadata: policy({ scope: 'read', role: 'owner', installationRole: 'reviewer' }),
    pathParams: idParams('devscriptId'),
    query: ReviewFileFilter,
    responses: { 200: Project },
  },
  update: {
    method: 'PUT',
    path: '/v1/reviews/:devscriptId',
    summary: 'Approve or reject a devscript',
    metadata: policy({
      scope: 'write',
      role: 'owner',
      installationRole: 'reviewer',
      audit: { action: 'review.decide', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: DecideReview,
    responses: { 204: c.noBody() },
  },
});

/** The operations that submit a devscript for review. */
export const reviewSubmission = defineRoutes({
  submitReview: {
    method: 'POST',
    path: '/v1/devscripts/:devscriptId/review',
    summary: 'Submit for review',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'review.submit', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: c.noBody(),
    responses: { 201: Devscript },
  },
  withdrawReview: {
    method: 'DELETE',
    path: '/v1/devscripts/:devscriptId/review',
    summary: 'Withdraw from review',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'review.withdraw', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
