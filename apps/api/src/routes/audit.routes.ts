import { ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { listAudit } from '../features/audit/audit';
import { exportAudit } from '../features/audit/export';
import { routeHandlers } from '../http/route-handlers';

export const auditRoutes = (context: AppContext) =>
  routeHandlers('audit', {
    list: ({ req, query }) => ok(listAudit(context, req.caller.accountId, query)),
    export: async ({ req, res, query }) =>
      exportAudit(context, res, { ...query, accountId: req.caller.accountId }),
  });
