import { initContract } from '@ts-rest/core';
import { CompletePasswordReset, RequestPasswordReset } from './password-resets.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const passwordResets = defineRoutes({
  request: {
    method: 'POST',
    path: '/v1/password-resets',
    summary:
      'Send an email with a link that sets a new password. The response is the same for unknown addresses',
    metadata: policy({ scope: 'public', rateLimit: 'credentials' }),
    body: RequestPasswordReset,
    responses: { 204: c.noBody() },
  },
  complete: {
    method: 'POST',
    path: '/v1/password-resets/complete',
    summary: 'Set a new password by the token of a link, and end all sessions of the person',
    metadata: policy({
      scope: 'public',
      rateLimit: 'credentials',
      audit: { action: 'account.reset-password', target: null },
    }),
    body: CompletePasswordReset,
    responses: { 204: c.noBody() },
  },
});
