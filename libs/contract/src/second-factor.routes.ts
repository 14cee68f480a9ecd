import { initContract } from '@ts-rest/core';
import { policy } from './policy';
import { defineRoutes } from './route';
import {
  ConfirmPassword,
  ConfirmSecondFactor,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSecret,
} from './second-factor.schemas';

const c = initContract();

/** Members use these routes also while their workspace requires a second factor that they lack. */
const isOpenToAllMembers = true;

export const secondFactor = defineRoutes({
  get: {
    method: 'GET',
    path: '/v1/second-factor',
    summary: "Read whether the caller's sign-in requires a second factor",
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none', isOpenToAllMembers }),
    responses: { 200: SecondFactor },
  },
  create: {
    method: 'POST',
    path: '/v1/second-factor',
    summary: 'Create a secret for an authenticator app. A code of it turns the second factor on',
    metadata: policy({
      ...{ scope: 'admin', role: 'viewer', devices: 'none', rateLimit: 'credentials', isOpenToAllMembers },
      audit: { action: 'second-factor.create', target: null },
    }),
    body: ConfirmPassword,
    responses: { 201: SecondFactorSecret },
  },
  confirm: {
    method: 'PUT',
    path: '/v1/second-factor',
    summary: "Turn the second factor on by a code of the new secret. Ends the person's other sessions",
    metadata: policy({
      ...{ scope: 'admin', role: 'viewer', devices: 'none', rateLimit: 'credentials', isOpenToAllMembers },
      audit: { action: 'second-factor.confirm', target: null },
    }),
    body: ConfirmSecondFactor,
    responses: { 200: RecoveryCodes },
  },
  createRecoveryCodes: {
    method: 'POST',
    path: '/v1/second-factor/recovery-codes',
    summary: 'Replace the recovery codes',
    metadata: policy({
      ...{ scope: 'admin', role: 'viewer', devices: 'none', rateLimit: 'credentials', isOpenToAllMembers },
      audit: { action: 'second-factor.create-recovery-codes', target: null },
    }),
    body: ConfirmPassword,
    responses: { 201: RecoveryCodes },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/second-factor',
    summary: 'Turn the second factor off',
    metadata: policy({
      ...{ scope: 'admin', role: 'viewer', devices: 'none', rateLimit: 'credentials', isOpenToAllMembers },
      audit: { action: 'second-factor.remove', target: null },
    }),
    body: ConfirmPassword,
    responses: { 204: c.noBody() },
  },
});
