import { initContract } from '@ts-rest/core';
import { Session } from './accounts.schemas';
import { idParams } from './fields';
import {
  CreatedPasskey,
  CreatePasskey,
  PasskeyList,
  PasskeyOptions,
  SignInWithPasskey,
} from './passkeys.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';
import { ConfirmPassword } from './second-factor.schemas';

const c = initContract();

/** Members use these routes also while their workspace requires a second factor that they lack. */
const isOpenToAllMembers = true;

export const passkeys = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/passkeys',
    summary: "List the caller's passkeys, newest first",
    metadata: policy({ scope: 'admin', role: 'viewer', devices: 'none', isOpenToAllMembers }),
    responses: { 200: PasskeyList },
  },
  createOptions: {
    method: 'POST',
    path: '/v1/passkeys/options',
    summary: 'Create the options with which a browser creates a passkey',
    metadata: policy({
      ...{ scope: 'admin', role: 'viewer', devices: 'none', rateLimit: 'credentials', isOpenToAllMembers },
      audit: { action: 'passkey.create-options', target: null },
    }),
    body: ConfirmPassword,
    responses: { 201: PasskeyOptions },
  },
  create: {
    method: 'POST',
    path: '/v1/passkeys',
    summary:
      "Register a passkey of the caller. It counts as a second factor, and ends the person's other sessions",
    metadata: policy({
      ...{ scope: 'admin', role: 'viewer', devices: 'none', rateLimit: 'credentials', isOpenToAllMembers },
      audit: { action: 'passkey.create', target: 'response._id' },
    }),
    body: CreatePasskey,
    responses: { 201: CreatedPasskey },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/passkeys/:passkeyId',
    summary: "Remove one of the caller's passkeys",
    metadata: policy({
      ...{ scope: 'admin', role: 'viewer', devices: 'none', rateLimit: 'credentials', isOpenToAllMembers },
      audit: { action: 'passkey.remove', target: 'params.passkeyId' },
    }),
    pathParams: idParams('passkeyId'),
    body: ConfirmPassword,
    responses: { 204: c.noBody() },
  },
  createSignInOptions: {
    method: 'POST',
    path: '/v1/passkeys/sign-in-options',
    summary: 'Create the options with which a browser signs in by a passkey',
    metadata: policy({ scope: 'public' }),
    body: c.noBody(),
    responses: { 201: PasskeyOptions },
  },
  signIn: {
    method: 'POST',
    path: '/v1/passkeys/sign-in',
    summary: 'Sign in by a passkey: sets the session cookie',
    metadata: policy({
      scope: 'public',
      rateLimit: 'credentials',
      audit: { action: 'session.create', target: 'response.account._id' },
    }),
    body: SignInWithPasskey,
    responses: { 201: Session },
  },
});
