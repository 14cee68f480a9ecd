import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';
import {
  CreatedWebhook,
  CreateWebhook,
  UpdateWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryFilter,
  WebhookDeliveryList,
  WebhookList,
  WebhookSecret,
} from './webhooks.schemas';

const c = initContract();

const operations = c.router({
  list: {
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'List webhooks',
    metadata: policy({ scope: 'read' }),
    query: Paging,
    responses: { 200: WebhookList },
  },
  create: {
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Create a webhook; its secret is shown this once',
    metadata: policy({ scope: 'write', audit: 'webhook.create' }),
    body: CreateWebhook,
    responses: { 201: CreatedWebhook },
  },
  get: {
    method: 'GET',
    path: '/v1/webhooks/:webhookId',
    summary: 'Read a webhook',
    metadata: policy({ scope: 'read' }),
    pathParams: idParams('webhookId'),
    responses: { 200: Webhook },
  },
  update: {
    method: 'PUT',
    path: '/v1/webhooks/:webhookId',
    summary: 'Change, disable or enable a webhook',
    metadata: policy({ scope: 'write', audit: 'webhook.update' }),
    pathParams: idParams('webhookId'),
    body: UpdateWebhook,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/webhooks/:webhookId',
    summary: 'Delete a webhook, with what waits to be delivered',
    metadata: policy({ scope: 'write', audit: 'webhook.remove' }),
    pathParams: idParams('webhookId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  rotateSecret: {
    method: 'POST',
    path: '/v1/webhooks/:webhookId/secret',
    summary: 'Replace the secret; the old one signs as well for another day',
    metadata: policy({ scope: 'write', audit: 'webhook.secret' }),
    pathParams: idParams('webhookId'),
    body: c.noBody(),
    responses: { 201: WebhookSecret },
  },
});

const deliveries = c.router({
  sendTest: {
    method: 'POST',
    path: '/v1/webhooks/:webhookId/test',
    summary: 'Send a test delivery, once',
    metadata: policy({ scope: 'write', audit: 'webhook.test' }),
    pathParams: idParams('webhookId'),
    body: c.noBody(),
    responses: { 201: WebhookDelivery },
  },
  listDeliveries: {
    method: 'GET',
    path: '/v1/webhooks/:webhookId/deliveries',
    summary: 'List deliveries, each with its last request and answer',
    metadata: policy({ scope: 'read' }),
    pathParams: idParams('webhookId'),
    query: WebhookDeliveryFilter,
    responses: { 200: WebhookDeliveryList },
  },
  resendDelivery: {
    method: 'POST',
    path: '/v1/webhooks/:webhookId/deliveries/:deliveryId/resend',
    summary: 'Send a delivery again, now',
    metadata: policy({ scope: 'write', audit: 'webhook.resend' }),
    pathParams: idParams('webhookId', 'deliveryId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});

export const webhooks = c.router({ ...operations, ...deliveries });
