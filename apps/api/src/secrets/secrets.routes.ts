import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { listSecrets, removeSecret, updateSecret } from './secrets';

export const secretRoutes = (service: Service) =>
  initServer().router(contract.secrets, {
    list: ({ req, query }) => ok(listSecrets(service, req.caller.accountId, query)),
    update: ({ req, params, body }) =>
      noContent(
        updateSecret(service, { accountId: req.caller.accountId, name: params.secretName }, body.value),
      ),
    remove: ({ req, params }) => noContent(removeSecret(service, req.caller.accountId, params.secretName)),
  });
