import { created, noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { createToken, getCurrentToken, listTokens, removeToken } from '../features/tokens/tokens';
import { routeHandlers } from '../http/route-handlers';

export const tokenRoutes = (context: AppContext) =>
  routeHandlers('tokens', {
    list: ({ req, query }) => ok(listTokens(context, req.caller, query)),
    getCurrent: ({ req }) => ok(getCurrentToken(context, req.caller)),
    create: ({ req, body }) => created(createToken(context, req.caller, body)),
    remove: ({ req, params }) => noContent(removeToken(context, req.caller, params.tokenId)),
  });
