import { initContract } from '@ts-rest/core';
import { Session } from './accounts.schemas';
import { idParams } from './fields';
import {
  EndedSessions,
  FrontChannelLogout,
  Identity,
  IdentityList,
  LogoutRequest,
  ProviderCallback,
  ProviderRedirect,
  SignedOut,
  SignInWithProvider,
  StartLink,
  StartSignIn,
} from './identities.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';
import { ConfirmPassword } from './second-factor.schemas';

const c = initContract();

export const identities = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/identities',
    summary: "List the caller's accounts at identity providers, newest first",
    metadata: policy({ scope: 'admin', role: 'viewer', devices: 'none', isOpenToAllMembers: true }),
    responses: { 200: IdentityList },
  },
  startSignIn: {
    method: 'POST',
    path: '/v1/identities/sign-in-start',
    summary:
      'Start to sign in at an identity provider: sets a cookie and returns where the browser continues',
    metadata: policy({ scope: 'public' }),
    body: StartSignIn,
    responses: { 201: ProviderRedirect },
  },
  signIn: {
    method: 'POST',
    path: '/v1/identities/sign-in',
    summary: 'Sign in by an identity provider: sets the session cookie',
    metadata: policy({
      scope: 'public',
      rateLimit: 'credentials',
      audit: { action: 'session.create', target: 'response.account._id' },
    }),
    body: SignInWithProvider,
    responses: { 201: Session },
  },
  startLink: {
    method: 'POST',
    path: '/v1/identities/link-start',
    summary: 'Start to link an account at an identity provider to the caller, in the browser of the session',
    metadata: policy({
      ...{ scope: 'admin', role: 'viewer', devices: 'none', rateLimit: 'credentials' },
      isOpenToAllMembers: true,
      audit: { action: 'identity.start-link', target: null },
    }),
    body: StartLink,
    responses: { 201: ProviderRedirect },
  },
  create: {
    method: 'POST',
    path: '/v1/identities',
    summary: 'Link an account at an identity provider to the caller, who can then sign in with it',
    metadata: policy({
      ...{ scope: 'admin', role: 'viewer', devices: 'none', rateLimit: 'credentials' },
      isOpenToAllMembers: true,
      audit: { action: 'identity.create', target: 'response._id' },
    }),
    body: ProviderCallback,
    responses: { 201: Identity },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/identities/:identityId',
    summary:
      "Unlink one of the caller's accounts at identity providers, and end the sessions that began there",
    metadata: policy({
      ...{ scope: 'admin', role: 'viewer', devices: 'none', rateLimit: 'credentials' },
      audit: { action: 'identity.remove', target: 'params.identityId' },
    }),
    pathParams: idParams('identityId'),
    body: ConfirmPassword,
    responses: { 204: c.noBody() },
  },
  signOut: {
    method: 'POST',
    path: '/v1/identities/sign-out',
    summary:
      'Sign out: ends the session of the cookie, and returns where the one at the provider can be ended',
    metadata: policy({
      ...{ scope: 'read', role: 'viewer', devices: 'none', isOpenToAllMembers: true },
      audit: { action: 'session.remove', target: null },
    }),
    body: c.noBody(),
    responses: { 200: SignedOut },
  },
  endSessions: {
    method: 'POST',
    path: '/v1/identities/logout',
    summary: 'End sessions that began at an identity provider, which sends this when it ends its own',
    metadata: policy({
      ...{ scope: 'public', rateLimit: 'credentials' },
      audit: { action: 'identity.end-sessions', target: null },
    }),
    body: LogoutRequest,
    responses: { 200: EndedSessions },
  },
  frontChannelLogout: {
    method: 'GET',
    path: '/v1/identities/front-channel-logout',
    summary: 'End the session that began at an identity provider, whose sign-out page loads this in a frame',
    metadata: policy({
      ...{ scope: 'public', rateLimit: 'credentials', isForOtherSites: true },
      audit: { action: 'identity.end-sessions', target: null },
    }),
    query: FrontChannelLogout,
    responses: { 200: EndedSessions },
  },
});
