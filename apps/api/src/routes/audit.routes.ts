import { ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { listAudit } from '../features/audit/audit';
import { routeHandlers } from '../http/route-handlers';

export const auditRoutes = (context: AppContext) =>
  routeHandlers('audit', {
    list: ({ req, query }) => ok(listAudit(context, req.caller.accountId, query)),
  });
