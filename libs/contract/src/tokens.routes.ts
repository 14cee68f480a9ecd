import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';
import { defineRoutes } from './route';
import { CreatedToken, CreateToken, Token, TokenList } from './tokens.schemas';

const c = initContract();

export const tokens = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/tokens',
    summary: 'List access tokens',
    metadata: policy({ scope: 'admin', role: 'viewer', devices: 'none' }),
    query: Paging,
    responses: { 200: TokenList },
  },
  getCurrent: {
    method: 'GET',
    path: '/v1/tokens/current',
    summary: 'Read the access token of this request. A browser session has none: 404',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    responses: { 200: Token },
  },
  create: {
    method: 'POST',
    path: '/v1/tokens',
    summary: "Create an access token, with the caller's scopes or fewer",
    metadata: policy({
      scope: 'admin',
      role: 'viewer',
      devices: 'none',
      audit: { action: 'token.create', target: 'response._id' },
    }),
    body: CreateToken,
    responses: { 201: CreatedToken },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/tokens/:tokenId',
    summary: 'Revoke an access token immediately',
    metadata: policy({
      scope: 'admin',
      role: 'viewer',
      devices: 'none',
      audit: { action: 'token.remove', target: 'params.tokenId' },
    }),
    pathParams: idParams('tokenId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
