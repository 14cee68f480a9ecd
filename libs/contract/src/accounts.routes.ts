import { initContract } from '@ts-rest/core';
import {
  Account,
  CreateAccount,
  CreateSession,
  Installation,
  Session,
  UpdateAccount,
} from './accounts.schemas';
import { policy } from './policy';

const c = initContract();

export const installation = c.router({
  get: {
    method: 'GET',
    path: '/v1/installation',
    summary: 'What anyone may know of this installation',
    metadata: policy({ scope: 'public' }),
    responses: { 200: Installation },
  },
});

export const accounts = c.router({
  create: {
    method: 'POST',
    path: '/v1/accounts',
    summary:
      'Create an account: the first one freely, later ones by an administrator or where sign-up is open',
    metadata: policy({ scope: 'public', rateLimit: 'credentials', audit: 'account.create' }),
    body: CreateAccount,
    responses: { 201: Account },
  },
  get: {
    method: 'GET',
    path: '/v1/account',
    summary: "Read the caller's account",
    metadata: policy({ scope: 'read' }),
    responses: { 200: Account },
  },
  update: {
    method: 'PUT',
    path: '/v1/account',
    summary: "Change the caller's name, e-mail address or password",
    metadata: policy({ scope: 'admin', rateLimit: 'credentials', audit: 'account.update' }),
    body: UpdateAccount,
    responses: { 204: c.noBody() },
  },
});

export const sessions = c.router({
  create: {
    method: 'POST',
    path: '/v1/sessions',
    summary: 'Sign in: sets the session cookie',
    metadata: policy({ scope: 'public', rateLimit: 'credentials', audit: 'session.create' }),
    body: CreateSession,
    responses: { 201: Session },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/sessions/current',
    summary: 'Sign out: ends the session of the cookie',
    metadata: policy({ scope: 'read', audit: 'session.remove' }),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
