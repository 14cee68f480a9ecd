import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { auditAs } from '../http/audit';
import { created, noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { createEnrolment, createEnrolmentKey, listEnrolmentKeys, removeEnrolmentKey } from './enrolments';

const s = initServer();

export const enrolmentKeyRoutes = (service: Service) =>
  s.router(contract.enrolmentKeys, {
    list: ({ req, query }) => ok(listEnrolmentKeys(service, req.caller.accountId, query)),
    create: ({ req, body }) => created(createEnrolmentKey(service, req.caller.accountId, body)),
    remove: ({ req, params }) => noContent(removeEnrolmentKey(service, req.caller.accountId, params.keyId)),
  });

export const enrolmentRoutes = (service: Service) =>
  s.router(contract.enrolments, {
    create: async ({ body, res }) => {
      const { enrolment, accountId } = await createEnrolment(service, body);
      auditAs(res, { accountId, targetId: enrolment.device._id });
      return created(enrolment);
    },
  });
