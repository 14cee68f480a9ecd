import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { Paging } from './lists';
import { policy } from './policy';
import { SecretList, UpdateSecret } from './secrets.schemas';

const c = initContract();

/** Any text: a name that no secret can have is told so where one would be made. */
const pathParams = z.object({ secretName: z.string() });

export const secrets = c.router({
  list: {
    method: 'GET',
    path: '/v1/secrets',
    summary: 'List secrets: their names, never their values',
    metadata: policy({ scope: 'read' }),
    query: Paging,
    responses: { 200: SecretList },
  },
  update: {
    method: 'PUT',
    path: '/v1/secrets/:secretName',
    summary: 'Create a secret, or replace its value',
    metadata: policy({ scope: 'write', audit: 'secret.update' }),
    pathParams,
    body: UpdateSecret,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/secrets/:secretName',
    summary: 'Remove a secret; runs that still need it are rejected',
    metadata: policy({ scope: 'write', audit: 'secret.remove' }),
    pathParams,
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
