import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { policy } from './policy';
import { SetPricing } from './publishing.schemas';
import { Script } from './scripts.schemas';

const c = initContract();

/** What a devscript takes beside its own operations, once it is finished. */
export const publishing = c.router({
  setPricing: {
    method: 'PUT',
    path: '/v1/devscripts/:devscriptId/pricing',
    summary: 'Set the pricing plan',
    metadata: policy({ scope: 'write', audit: 'devscript.pricing' }),
    pathParams: idParams('devscriptId'),
    body: SetPricing,
    responses: { 204: c.noBody() },
  },
  publish: {
    method: 'POST',
    path: '/v1/devscripts/:devscriptId/publish',
    summary: 'Publish a script that has passed review, or its next version',
    metadata: policy({ scope: 'write', audit: 'script.publish' }),
    pathParams: idParams('devscriptId'),
    body: c.noBody(),
    responses: { 201: Script },
  },
  unpublish: {
    method: 'DELETE',
    path: '/v1/devscripts/:devscriptId/publish',
    summary: 'Take the listing down; who has the script keeps running it',
    metadata: policy({ scope: 'write', audit: 'script.unpublish' }),
    pathParams: idParams('devscriptId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
