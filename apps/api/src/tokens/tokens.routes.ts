import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { created, noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { createToken, listTokens, removeToken } from './tokens';

export const tokenRoutes = (service: Service) =>
  initServer().router(contract.tokens, {
    list: ({ req, query }) => ok(listTokens(service, req.caller.accountId, query)),
    create: ({ req, body }) => created(createToken(service, req.caller, body)),
    remove: ({ req, params }) => noContent(removeToken(service, req.caller.accountId, params.tokenId)),
  });
