import type { AppContext } from '../context/app-context';
import { getAgentUpdates, updateAgentUpdates } from '../features/agent-updates/agent-updates';
import { noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const agentUpdatesRoutes = (context: AppContext) =>
  routeHandlers('agentUpdates', {
    get: ({ req }) => ok(getAgentUpdates(context, req.caller.accountId)),
    update: ({ req, body }) => noContent(updateAgentUpdates(context, req.caller.accountId, body)),
  });
