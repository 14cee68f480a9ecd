import { policy } from './policy';
import { defineRoutes } from './route';
import { Usage } from './usage.schemas';

export const usage = defineRoutes({
  get: {
    method: 'GET',
    path: '/v1/usage',
    summary: "Get the number of the account's requests in this month",
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    responses: { 200: Usage },
  },
});
