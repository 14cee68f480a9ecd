import { getUsage } from '../features/usage/usage';
import type { AppContext } from '../context/app-context';
import { ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const usageRoutes = (context: AppContext) =>
  routeHandlers('usage', {
    get: ({ req }) => ok(getUsage(context, req.caller.accountId)),
  });
