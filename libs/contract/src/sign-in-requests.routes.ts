import { initContract } from '@ts-rest/core';
import { policy } from './policy';
import { defineRoutes } from './route';
import {
  ApproveSignInRequest,
  CreatedSignInRequest,
  CreateSignInRequest,
  LookUpSignInRequest,
  PollSignInRequest,
  SignInRequest,
} from './sign-in-requests.schemas';
import { CreatedToken } from './tokens.schemas';

const c = initContract();

export const signInRequests = defineRoutes({
  create: {
    method: 'POST',
    path: '/v1/sign-in-requests',
    summary: 'Ask for an access token, which somebody approves in a browser with the code (RFC 8628)',
    metadata: policy({ scope: 'public', rateLimit: 'credentials' }),
    body: CreateSignInRequest,
    responses: { 201: CreatedSignInRequest },
  },
  createToken: {
    method: 'POST',
    path: '/v1/sign-in-requests/token',
    summary: 'Get the access token once it is approved. Ask again after the interval until then',
    metadata: policy({ scope: 'public' }),
    body: PollSignInRequest,
    responses: { 201: CreatedToken },
  },
  lookUp: {
    method: 'POST',
    path: '/v1/sign-in-requests/lookup',
    summary: 'Read which program asks for an access token',
    metadata: policy({
      scope: 'admin',
      role: 'viewer',
      devices: 'none',
      rateLimit: 'credentials',
      audit: { action: 'sign-in-request.look-up', target: null },
    }),
    body: LookUpSignInRequest,
    responses: { 200: SignInRequest },
  },
  approve: {
    method: 'POST',
    path: '/v1/sign-in-requests/approve',
    summary: "Give the program an access token of the session's person",
    metadata: policy({
      scope: 'admin',
      role: 'viewer',
      devices: 'none',
      rateLimit: 'credentials',
      audit: { action: 'sign-in-request.approve', target: null },
    }),
    body: ApproveSignInRequest,
    responses: { 204: c.noBody() },
  },
  deny: {
    method: 'POST',
    path: '/v1/sign-in-requests/deny',
    summary: 'Refuse the program an access token',
    metadata: policy({
      scope: 'admin',
      role: 'viewer',
      devices: 'none',
      rateLimit: 'credentials',
      audit: { action: 'sign-in-request.deny', target: null },
    }),
    body: LookUpSignInRequest,
    responses: { 204: c.noBody() },
  },
});
