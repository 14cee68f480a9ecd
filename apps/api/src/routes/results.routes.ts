import { ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { listResults } from '../features/results/results';
import { routeHandlers } from '../http/route-handlers';

export const resultRoutes = (context: AppContext) =>
  routeHandlers('results', {
    list: ({ req, query }) => ok(listResults(context, req.caller, query)),
  });
