import { setAuditAuthor } from '../http/audit';
import { created, noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import {
  createEnrolment,
  createEnrolmentKey,
  listEnrolmentKeys,
  removeEnrolmentKey,
} from '../features/enrolments/enrolments';
import { routeHandlers } from '../http/route-handlers';

export const enrolmentKeyRoutes = (context: AppContext) =>
  routeHandlers('enrolmentKeys', {
    list: ({ req, query }) => ok(listEnrolmentKeys(context, req.caller.accountId, query)),
    create: ({ req, body }) => created(createEnrolmentKey(context, req.caller.accountId, body)),
    remove: ({ req, params }) => noContent(removeEnrolmentKey(context, req.caller.accountId, params.keyId)),
  });

export const enrolmentRoutes = (context: AppContext) =>
  routeHandlers('enrolments', {
    create: async ({ body, res }) => {
      const { enrolment, accountId } = await createEnrolment(context, body);
      setAuditAuthor(res, { accountId, personId: null, personName: null });
      return created(enrolment);
    },
  });
