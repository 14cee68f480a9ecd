import { ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { getFailure, listFailures } from '../features/failures/failures';
import { routeHandlers } from '../http/route-handlers';

export const failureRoutes = (context: AppContext) =>
  routeHandlers('failures', {
    list: ({ req, query }) => ok(listFailures(context, req.caller, query)),
    get: ({ req, params }) => ok(getFailure(context, req.caller, params.failureId)),
  });
