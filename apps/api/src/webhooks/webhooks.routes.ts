import { contract } from '@drover/contract';
import { initServer } from '@ts-rest/express';
import { ownIds } from '../http/caller';
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
    get: ({ req, params }) => ok(getWebhook(service, ownIds(req, params))),
    update: ({ req, params, body }) => noContent(updateWebhook(service, ownIds(req, params), body)),
    remove: ({ req, params }) => noContent(removeWebhook(service, ownIds(req, params))),
    rotateSecret: ({ req, params }) => created(rotateWebhookSecret(service, ownIds(req, params))),
    sendTest: ({ req, params }) => created(sendTestDelivery(service, ownIds(req, params))),
    listDeliveries: ({ req, params, query }) => ok(listDeliveries(service, ownIds(req, params), query)),
    resendDelivery: ({ req, params }) => noContent(resendDelivery(service, ownIds(req, params))),
  });
