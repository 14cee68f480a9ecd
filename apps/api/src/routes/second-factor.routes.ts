import type { AppContext } from '../context/app-context';
import {
  confirmSecondFactor,
  createRecoveryCodes,
  createSecondFactor,
  getSecondFactor,
  removeSecondFactor,
} from '../features/second-factor/second-factor';
import { created, noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const secondFactorRoutes = (context: AppContext) =>
  routeHandlers('secondFactor', {
    get: ({ req }) => ok(getSecondFactor(context, req.caller)),
    create: ({ req, body }) => created(createSecondFactor(context, req.caller, body)),
    confirm: ({ req, body }) => ok(confirmSecondFactor(context, req.caller, body)),
    createRecoveryCodes: ({ req, body }) => created(createRecoveryCodes(context, req.caller, body)),
    remove: ({ req, body }) => noContent(removeSecondFactor(context, req.caller, body)),
  });
