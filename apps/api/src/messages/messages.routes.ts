import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { readParameters } from '../http/parameters';
import { noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { listMessages, sendMessage } from './messages';

/** Parameters of /v1/message/send in the address go before those in the body. */
export const messageRoutes = (service: Service) =>
  initServer().router(contract.messages, {
    list: ({ req, query }) => ok(listMessages(service, req.caller.accountId, query)),
    sendByQuery: ({ req, query }) => noContent(sendMessage(service, req.caller.accountId, query.text)),
    send: {
      middleware: [readParameters],
      handler: ({ req, query, body }) =>
        noContent(sendMessage(service, req.caller.accountId, query.text ?? body?.text)),
    },
  });
