import { ownIds } from '../auth/caller';
import { created, noContent, ok } from '../http/respond';
import type { AppContext } from '../context/app-context';
import { listDeliveries, resendDelivery, sendTestDelivery } from '../features/webhooks/deliveries';
import {
  createWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from '../features/webhooks/webhooks';
import { routeHandlers } from '../http/route-handlers';

export const webhookRoutes = (context: AppContext) =>
  routeHandlers('webhooks', {
    list: ({ req, query }) => ok(listWebhooks(context, req.caller.accountId, query)),
    create: ({ req, body }) => created(createWebhook(context, req.caller.accountId, body)),
    get: ({ req, params }) => ok(getWebhook(context, ownIds(req, params))),
    update: ({ req, params, body }) => noContent(updateWebhook(context, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removeWebhook(context, ownIds(req, params))),
    rotateSecret: ({ req, params }) => created(rotateWebhookSecret(context, ownIds(req, params))),
    sendTest: ({ req, params }) => created(sendTestDelivery(context, ownIds(req, params))),
    listDeliveries: ({ req, params, query }) => ok(listDeliveries(context, ownIds(req, params), query)),
    resendDelivery: ({ req, params }) => noContent(resendDelivery(context, ownIds(req, params))),
  });
