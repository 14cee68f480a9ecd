import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { created, noContent, ok } from '../http/respond';
import type { Service } from '../service';
import { listDeliveries, resendDelivery, sendTestDelivery } from './deliveries';
import {
  createWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  updateWebhook,
} from './webhooks';

export const webhookRoutes = (service: Service) =>
  initServer().router(contract.webhooks, {
    list: ({ req, query }) => ok(listWebhooks(service, req.caller.accountId, query)),
    create: ({ req, body }) => created(createWebhook(service, req.caller.accountId, body)),
    get: ({ req, params }) => ok(getWebhook(service, idsOf(req, params))),
    update: ({ req, params, body }) => noContent(updateWebhook(service, idsOf(req, params), body)),
    remove: ({ req, params }) => noContent(removeWebhook(service, idsOf(req, params))),
    rotateSecret: ({ req, params }) => created(rotateWebhookSecret(service, idsOf(req, params))),
    sendTest: ({ req, params }) => created(sendTestDelivery(service, idsOf(req, params))),
    listDeliveries: ({ req, params, query }) => ok(listDeliveries(service, idsOf(req, params), query)),
    resendDelivery: ({ req, params }) => noContent(resendDelivery(service, idsOf(req, params))),
  });

function idsOf<Params>({ caller }: { caller: { accountId: string } }, params: Params) {
  return { accountId: caller.accountId, ...params };
}
