import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { Paging } from './lists';
import { LIMITS } from './limits';
import { policy } from './policy';
import { defineRoutes } from './route';
import { SecretList, UpdateSecret } from './secrets.schemas';

const c = initContract();

/** Accepts any text: creating a secret validates its name, and other operations do not find it. */
const pathParams = z.object({ secretName: z.string() });

export const secrets = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/secrets',
    summary: 'List secrets by name. Values are never returned',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    query: Paging,
    responses: { 200: SecretList },
  },
  update: {
    method: 'PUT',
    path: '/v1/secrets/:secretName',
    summary: 'Create a secret, or replace its value',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      bodyBytes: LIMITS.valuesBodyBytes,
      audit: { action: 'secret.update', target: 'params.secretName' },
    }),
    pathParams,
    body: UpdateSecret,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/secrets/:secretName',
    summary: 'Delete a secret. Runs that still need it are rejected',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'secret.remove', target: 'params.secretName' },
    }),
    pathParams,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
