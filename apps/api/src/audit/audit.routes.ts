import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ok } from '../http/respond';
import type { Service } from '../service';
import { listAudit } from './audit';

export const auditRoutes = (service: Service) =>
  initServer().router(contract.audit, {
    list: ({ req, query }) => ok(listAudit(service, req.caller.accountId, query)),
  });
