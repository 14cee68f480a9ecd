import { initContract } from '@ts-rest/core';
import {
  Account,
  CreateAccount,
  CreateSession,
  Installation,
  OwnSessionList,
  Session,
  UpdateAccount,
} from './accounts.schemas';
import { idParams } from './fields';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const installation = defineRoutes({
  get: {
    method: 'GET',
    path: '/v1/installation',
    summary: 'Read public information about this installation',
    metadata: policy({ scope: 'public' }),
    responses: { 200: Installation },
  },
});

export const accounts = defineRoutes({
  create: {
    method: 'POST',
    path: '/v1/accounts',
    summary:
      'Create an account. Anyone can create the first one; later ones require an administrator or open sign-up',
    metadata: policy({
      scope: 'public',
      rateLimit: 'credentials',
      audit: { action: 'account.create', target: 'response._id' },
    }),
    body: CreateAccount,
    responses: { 201: Account },
  },
  get: {
    method: 'GET',
    path: '/v1/account',
    summary: 'Read the workspace of the caller, and the role in it',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none', isOpenToAllMembers: true }),
    responses: { 200: Account },
  },
  update: {
    method: 'PUT',
    path: '/v1/account',
    summary: "Change the name of the workspace, or the caller's name, email address or password",
    metadata: policy({
      scope: 'admin',
      role: 'viewer',
      devices: 'none',
      rateLimit: 'credentials',
      audit: { action: 'account.update', target: null },
    }),
    body: UpdateAccount,
    responses: { 204: c.noBody() },
  },
});

export const sessions = defineRoutes({
  create: {
    method: 'POST',
    path: '/v1/sessions',
    summary: 'Sign in: sets the session cookie',
    metadata: policy({
      scope: 'public',
      rateLimit: 'credentials',
      audit: { action: 'session.create', target: 'response.account._id' },
    }),
    body: CreateSession,
    responses: { 201: Session },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/sessions/current',
    summary: 'Sign out: ends the session of the cookie',
    metadata: policy({
      scope: 'read',
      role: 'viewer',
      devices: 'none',
      audit: { action: 'session.remove', target: null },
      isOpenToAllMembers: true,
    }),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  list: {
    method: 'GET',
    path: '/v1/sessions',
    summary: "List the caller's sessions, newest first, in all workspaces",
    metadata: policy({ scope: 'admin', role: 'viewer', devices: 'none', isOpenToAllMembers: true }),
    responses: { 200: OwnSessionList },
  },
  removeOthers: {
    method: 'DELETE',
    path: '/v1/sessions',
    summary: "End the caller's sessions except the one of this request",
    metadata: policy({
      scope: 'admin',
      role: 'viewer',
      devices: 'none',
      audit: { action: 'session.remove-others', target: null },
      isOpenToAllMembers: true,
    }),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  removeOne: {
    method: 'DELETE',
    path: '/v1/sessions/:sessionId',
    summary: "End one of the caller's sessions",
    metadata: policy({
      scope: 'admin',
      role: 'viewer',
      devices: 'none',
      audit: { action: 'session.remove', target: 'params.sessionId' },
      isOpenToAllMembers: true,
    }),
    pathParams: idParams('sessionId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});
