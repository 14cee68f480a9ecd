import { middleware } from '../http/middleware';
import { readParameters } from '../http/parameters';
import { noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { listMessages, sendMessage } from '../features/messages/messages';
import { routeHandlers } from '../http/route-handlers';

/** Query parameters of /v1/message/send take precedence over fields of the body. */
export const messageRoutes = (context: AppContext) =>
  routeHandlers('messages', {
    list: ({ req, query }) => ok(listMessages(context, req.caller, query)),
    sendByQuery: ({ req, query }) => noContent(sendMessage(context, req.caller, query.text)),
    send: {
      middleware: [middleware((request, response) => readParameters(context, request, response))],
      handler: ({ req, query, body }) =>
        noContent(sendMessage(context, req.caller, query.text ?? body?.text)),
    },
  });
