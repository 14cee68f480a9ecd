import { initContract } from '@ts-rest/core';
import { idParams } from './fields';
import { Paging } from './lists';
import { policy } from './policy';
import { defineRoutes } from './route';
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

const operations = defineRoutes({
  list: {
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'List webhooks',
    metadata: policy({ scope: 'read', role: 'admin' }),
    query: Paging,
    responses: { 200: WebhookList },
  },
  create: {
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Create a webhook. Its secret is returned only once',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'webhook.create', target: 'response._id' },
    }),
    body: CreateWebhook,
    responses: { 201: CreatedWebhook },
  },
  get: {
    method: 'GET',
    path: '/v1/webhooks/:webhookId',
    summary: 'Read a webhook',
    metadata: policy({ scope: 'read', role: 'admin' }),
    pathParams: idParams('webhookId'),
    responses: { 200: Webhook },
  },
  update: {
    method: 'PUT',
    path: '/v1/webhooks/:webhookId',
    summary: 'Change, disable or enable a webhook',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'webhook.update', target: 'params.webhookId' },
    }),
    pathParams: idParams('webhookId'),
    body: UpdateWebhook,
    responses: { 204: c.noBody() },
  },
  remove: {
    method: 'DELETE',
    path: '/v1/webhooks/:webhookId',
    summary: 'Delete a webhook and its pending deliveries',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'webhook.remove', target: 'params.webhookId' },
    }),
    pathParams: idParams('webhookId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
  rotateSecret: {
    method: 'POST',
    path: '/v1/webhooks/:webhookId/secret',
    summary: 'Rotate the secret. The previous one also signs for 24 hours',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'webhook.secret', target: 'params.webhookId' },
    }),
    pathParams: idParams('webhookId'),
    body: c.noBody(),
    responses: { 201: WebhookSecret },
  },
});

const deliveries = defineRoutes({
  sendTest: {
    method: 'POST',
    path: '/v1/webhooks/:webhookId/test',
    summary: 'Send a test delivery, without retries',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'webhook.test', target: 'params.webhookId' },
    }),
    pathParams: idParams('webhookId'),
    body: c.noBody(),
    responses: { 201: WebhookDelivery },
  },
  listDeliveries: {
    method: 'GET',
    path: '/v1/webhooks/:webhookId/deliveries',
    summary: 'List deliveries, with their last request and response',
    metadata: policy({ scope: 'read', role: 'admin' }),
    pathParams: idParams('webhookId'),
    query: WebhookDeliveryFilter,
    responses: { 200: WebhookDeliveryList },
  },
  resendDelivery: {
    method: 'POST',
    path: '/v1/webhooks/:webhookId/deliveries/:deliveryId/resend',
    summary: 'Resend a delivery now',
    metadata: policy({
      scope: 'write',
      role: 'admin',
      audit: { action: 'webhook.resend', target: 'params.webhookId' },
    }),
    pathParams: idParams('webhookId', 'deliveryId'),
    body: c.noBody(),
    responses: { 204: c.noBody() },
  },
});

export const webhooks = { ...operations, ...deliveries };
