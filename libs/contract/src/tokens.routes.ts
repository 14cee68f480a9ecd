import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';
import { CreatedToken, CreateToken, TokenList } from './tokens.schemas';

const c = initContract();

export const tokens = c.router({
  list: {
    method: 'GET',
    path: '/v1/tokens',
    summary: 'List access tokens',
    metadata: policy({ scope: 'admin' }),
    query: Paging,
    responses: { 200: TokenList },
  },
  create: {
    method: 'POST',
    path: '/v1/tokens',
    summary: 'Create an access token, with no more scopes than the caller has',
    metadata: policy({ scope: 'admin', audit: 'token.create' }),
    body: CreateToken,
    responses: { 201: CreatedToken },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/tokens/:tokenId',
    summary: 'Revoke an access token, at once',
    metadata: policy({ scope: 'admin', audit: 'token.remove' }),
    pathParams: idParams('tokenId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
