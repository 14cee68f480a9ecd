import { eachItem, type Page, type Paging } from './paging';
import { path } from './path';
import type { CallOptions, Http } from './request';

/** All that a webhook may be told of. */
export const webhookEventTypes = [
  'run.finished',
  'job.finished',
  'device.online',
  'device.offline',
  'device.enrolled',
  'message.created',
  'script.published',
  'schedule.missed',
] as const;

/** What a webhook may be told of. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** An address that is told of what happens, signed as Standard Webhooks has it. */
export interface Webhook {
  _id: string;
  name: string | null;
  url: string;
  /** Events by name, or all: also those that are added later. */
  events: 'all' | WebhookEventType[];
  isEnabled: boolean;
  /** Why the service disabled it; null where it did not. */
  disabledReason: string | null;
  /** Since when every delivery has failed; null where the last one arrived. */
  failingSince: string | null;
  /** Until when the secret before the last rotation signs as well. */
  oldSecretUntil: string | null;
  createdAt: string;
}

/** A new webhook. */
export interface CreateWebhook {
  /** `http` or `https`; a public address unless the installation allows others. */
  url: string;
  events: 'all' | WebhookEventType[];
  /** At most 64 characters. */
  name?: string;
}

/** What is to change; a key that is left out stays as it is. */
export interface UpdateWebhook {
  url?: string;
  events?: 'all' | WebhookEventType[];
  name?: string | null;
  /** Enabling it sends what has waited. */
  isEnabled?: boolean;
}

/** A new webhook, with its secret this once. */
export interface CreatedWebhook extends Webhook {
  /** `whsec_` and base64: what verifies signatures. */
  secret: string;
}

/** A new secret, this once. */
export interface WebhookSecret {
  /** `whsec_` and base64: what verifies signatures. */
  secret: string;
  /** Until when the old one signs as well. */
  oldSecretUntil: string;
}

/** Whether a delivery still waits, arrived, or was given up. */
export type WebhookDeliveryState = 'pending' | 'delivered' | 'failed';

/** What a webhook is or was told, with the last request and its answer; bodies are cut to 4096 characters. */
export interface WebhookDelivery {
  /** The `webhook-id` of every request of it. */
  _id: string;
  /** The event, or `webhook.test`. */
  type: string;
  state: WebhookDeliveryState;
  /** Requests so far. */
  attempts: number;
  createdAt: string;
  attemptedAt: string | null;
  /** When the next request is due. */
  nextAttemptAt: string | null;
  request: { headers: Record<string, string>; body: string };
  response: { status: number; headers: Record<string, string>; body: string } | null;
  durationMs: number | null;
  /** Why the last request failed, in words. */
  error: string | null;
}

/** Which deliveries. */
export interface WebhookDeliveryFilter extends Paging {
  state?: WebhookDeliveryState;
}

/** Addresses that are told of what happens. */
export class Webhooks {
  constructor(private readonly http: Http) {}

  /** Lists webhooks, newest first. */
  list(paging: Paging = {}, options?: CallOptions): Promise<Page<Webhook>> {
    return this.http.get('/v1/webhooks', paging, options);
  }

  /** Goes through all webhooks. */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Webhook, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /** Reads a webhook. */
  get(webhookId: string, options?: CallOptions): Promise<Webhook> {
    return this.http.get(path`/v1/webhooks/${webhookId}`, undefined, options);
  }

  /** Creates a webhook; an account has at most 20. */
  create(webhook: CreateWebhook, options?: CallOptions): Promise<CreatedWebhook> {
    return this.http.post('/v1/webhooks', webhook, options);
  }

  /** Changes, disables or enables a webhook. */
  update(webhookId: string, changes: UpdateWebhook, options?: CallOptions): Promise<void> {
    return this.http.put(path`/v1/webhooks/${webhookId}`, changes, options);
  }

  /** Deletes a webhook, with what waits to be delivered. */
  remove(webhookId: string, options?: CallOptions): Promise<void> {
    return this.http.delete(path`/v1/webhooks/${webhookId}`, undefined, options);
  }

  /** Replaces the secret; the old one signs as well for another day. */
  rotateSecret(webhookId: string, options?: CallOptions): Promise<WebhookSecret> {
    return this.http.post(path`/v1/webhooks/${webhookId}/secret`, undefined, options);
  }

  /** Sends a test delivery, once; what came of it is in the list of deliveries. */
  sendTest(webhookId: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.http.post(path`/v1/webhooks/${webhookId}/test`, undefined, options);
  }

  /** Lists deliveries, newest first, of the last 14 days. */
  listDeliveries(
    webhookId: string,
    filter: WebhookDeliveryFilter = {},
    options?: CallOptions,
  ): Promise<Page<WebhookDelivery>> {
    return this.http.get(path`/v1/webhooks/${webhookId}/deliveries`, filter, options);
  }

  /** Goes through all deliveries. */
  iterateDeliveries(
    webhookId: string,
    filter: WebhookDeliveryFilter = {},
    options?: CallOptions,
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    return eachItem((page) => this.listDeliveries(webhookId, { ...filter, ...page }, options), filter);
  }

  /** Sends a delivery again, now. */
  resendDelivery(webhookId: string, deliveryId: string, options?: CallOptions): Promise<void> {
    return this.http.post(
      path`/v1/webhooks/${webhookId}/deliveries/${deliveryId}/resend`,
      undefined,
      options,
    );
  }
}
