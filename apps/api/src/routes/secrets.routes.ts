import { noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { listSecrets, removeSecret, updateSecret } from '../features/secrets/secrets';
import { routeHandlers } from '../http/route-handlers';

export const secretRoutes = (context: AppContext) =>
  routeHandlers('secrets', {
    list: ({ req, query }) => ok(listSecrets(context, req.caller.accountId, query)),
    update: ({ req, params, body }) =>
      noContent(
        updateSecret(context, { accountId: req.caller.accountId, name: params.secretName }, body.value),
      ),
    remove: ({ req, params }) => noContent(removeSecret(context, req.caller.accountId, params.secretName)),
  });
