import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { policy } from './policy';
import { defineRoutes } from './route';
import { SetPricing } from './publishing.schemas';
import { Script } from './scripts.schemas';

const c = initContract();

/** The operations that price and publish a devscript. */
export const publishing = defineRoutes({
  setPricing: {
    method: 'PUT',
    path: '/v1/devscripts/:devscriptId/pricing',
    summary: 'Set the pricing plan',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'devscript.pricing', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: SetPricing,
    responses: { 204: c.noBody() },
  },
  publish: {
    method: 'POST',
    path: '/v1/devscripts/:devscriptId/publish',
    summary: 'Publish an approved script, or its next version',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'script.publish', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: c.noBody(),
    responses: { 201: Script },
  },
  unpublish: {
    method: 'DELETE',
    path: '/v1/devscripts/:devscriptId/publish',
    summary: 'Remove the listing. Accounts that have the script in their library can still run it',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'script.unpublish', target: 'params.devscriptId' },
    }),
    pathParams: idParams('devscriptId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
