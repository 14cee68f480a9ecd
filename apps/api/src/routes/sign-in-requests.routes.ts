import type { AppContext } from '../context/app-context';
import { pollSignInRequest } from '../features/sign-in-requests/poll';
import {
  approveSignInRequest,
  createSignInRequest,
  denySignInRequest,
  lookUpSignInRequest,
} from '../features/sign-in-requests/sign-in-requests';
import { created, noContent, ok } from '../http/respond';
import { routeHandlers } from '../http/route-handlers';

export const signInRequestRoutes = (context: AppContext) =>
  routeHandlers('signInRequests', {
    create: ({ req, body }) => created(createSignInRequest(context, body, req.ip ?? '')),
    createToken: ({ body }) => created(pollSignInRequest(context, body)),
    lookUp: ({ req, body }) => ok(lookUpSignInRequest(context, req.caller, body)),
    approve: ({ req, body }) => noContent(approveSignInRequest(context, req.caller, body)),
    deny: ({ req, body }) => noContent(denySignInRequest(context, req.caller, body)),
  });
