import { initContract } from '@ts-rest/core';
import { AgentUpdates, UpdateAgentUpdates } from './agent-updates.schemas';
import { policy } from './policy';
import { defineRoutes } from './route';

const c = initContract();

export const agentUpdates = defineRoutes({
  get: {
    method: 'GET',
    path: '/v1/agent-updates',
    summary: 'Read whether the server updates outdated agents by itself, and when',
    metadata: policy({ scope: 'read', role: 'viewer', devices: 'none' }),
    responses: { 200: AgentUpdates },
  },
  update: {
    method: 'PUT',
    path: '/v1/agent-updates',
    summary: 'Set whether the server updates outdated agents by itself, and when',
    metadata: policy({
      scope: 'write',
      role: 'editor',
      audit: { action: 'agent-updates.update', target: null },
    }),
    body: UpdateAgentUpdates,
    responses: { 204: c.noBody() },
  },
});
