import type { ApiPromise } from './api-promise';
import { verifyWebhook, type WebhookHeaders, type WebhookPayload } from './webhook-payload';
import { eachItem, type Page, type Paging } from './paging';
import type { CallOptions } from './call-options';
import type { Http } from './request';

/** All events that a webhook can subscribe to. */
export const webhookEventTypes = [
  'run.finished',
  'job.finished',
  'device.online',
  'device.offline',
  'device.enrolled',
  'message.created',
  'script.published',
  'schedule.missed',
  'approval.requested',
  'approval.closed',
] as const;

/** An event that a webhook can subscribe to. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** A URL that receives signed events, in the format of Standard Webhooks. */
export interface Webhook {
  _id: string;
  name: string | null;
  url: string;
  /** Subscribed events, or `all`, which includes future ones. */
  events: 'all' | WebhookEventType[];
  isEnabled: boolean;
  /** Why the service disabled it. Null otherwise. */
  disabledReason: string | null;
  /** When deliveries began to fail. Null if the last one succeeded. */
  failingSince: string | null;
  /** Until when the previous secret also signs. */
  oldSecretUntil: string | null;
  createdAt: string;
}

/** A new webhook. */
export interface CreateWebhook {
  /** `http` or `https`. Must be public unless the installation allows private addresses. */
  url: string;
  events: 'all' | WebhookEventType[];
  /** At most 64 characters. */
  name?: string;
}

/** Omitted fields stay unchanged. */
export interface UpdateWebhook {
  url?: string;
  events?: 'all' | WebhookEventType[];
  name?: string | null;
  /** Enabling a webhook sends its pending deliveries. */
  isEnabled?: boolean;
}

/** A new webhook. Its secret is returned only once. */
export interface CreatedWebhook extends Webhook {
  /** Verifies signatures: `whsec_` and base64. */
  secret: string;
}

/** A new secret, returned only once. */
export interface WebhookSecret {
  /** Verifies signatures: `whsec_` and base64. */
  secret: string;
  /** Until when the previous secret also signs. */
  oldSecretUntil: string;
}

/** State of a delivery. It fails after the last retry. */
export type WebhookDeliveryState = 'pending' | 'delivered' | 'failed';

/** A delivery of an event, with its last request and response. Bodies are cut to 4096 characters. */
export interface WebhookDelivery {
  /** The `webhook-id` of its requests. */
  _id: string;
  /** The event, or `webhook.test`. */
  type: string;
  state: WebhookDeliveryState;
  /** Number of requests so far. */
  attempts: number;
  createdAt: string;
  attemptedAt: string | null;
  /** Time of the next request. */
  nextAttemptAt: string | null;
  request: { headers: Record<string, string>; body: string };
  response: { status: number; headers: Record<string, string>; body: string } | null;
  /** Milliseconds until the response. */
  durationMs: number | null;
  /** Why the last request failed. */
  error: string | null;
}

/** Filter of deliveries. */
export interface WebhookDeliveryFilter extends Paging {
  state?: WebhookDeliveryState;
}

/** URLs that receive signed events. */
export class Webhooks {
  constructor(private readonly http: Http) {}

  /**
   * Verifies the signature of a request to a webhook, and returns its payload. Needs no access token.
   *
   * @param payload The raw body of the request, before any parser has read it.
   * @param headers The headers of the request.
   * @param secret The secret of the webhook, `whsec_…`.
   * @throws {@link WebhookVerificationError} if the signature is missing, wrong or older than 5 minutes.
   * @example
   * const event = await drover.webhooks.verify(await request.text(), request.headers, secret);
   * if (event.type === 'run.finished') console.log(event.data.state);
   */
  verify(payload: string | Uint8Array, headers: WebhookHeaders, secret: string): Promise<WebhookPayload> {
    return verifyWebhook(payload, headers, secret);
  }

  /**
   * Lists webhooks, newest first.
   *
   * @param paging Size of the page, and the cursor of the previous one.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * const { items } = await drover.webhooks.list();
   */
  list(paging: Paging = {}, options?: CallOptions): ApiPromise<Page<Webhook>> {
    return this.http.request('webhooks.list', { query: paging }, options);
  }

  /**
   * Iterates over all webhooks.
   *
   * @param paging `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 422 if `limit` or `cursor` is invalid.
   * @example
   * for await (const { url, isEnabled } of drover.webhooks.iterate()) console.log(url, isEnabled);
   */
  iterate(paging: Paging = {}, options?: CallOptions): AsyncGenerator<Webhook, void, undefined> {
    return eachItem((page) => this.list(page, options), paging);
  }

  /**
   * Reads a webhook.
   *
   * @param webhookId ID of the webhook.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the webhook does not exist.
   * @example
   * const { failingSince } = await drover.webhooks.get(webhookId);
   */
  get(webhookId: string, options?: CallOptions): ApiPromise<Webhook> {
    return this.http.request('webhooks.get', { params: { webhookId } }, options);
  }

  /**
   * Creates a webhook. An account can have at most 20.
   *
   * @param webhook URL, events and name.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 409 if the account has 20 webhooks.
   * @throws {@link ApiError} 422 if the URL is not allowed.
   * @example
   * const { secret } = await drover.webhooks.create({
   *   url: 'https://example.org/drover',
   *   events: ['run.finished'],
   * });
   */
  create(webhook: CreateWebhook, options?: CallOptions): ApiPromise<CreatedWebhook> {
    return this.http.request('webhooks.create', { body: webhook }, options);
  }

  /**
   * Changes, disables or enables a webhook.
   *
   * @param webhookId ID of the webhook.
   * @param changes Fields to change. Omitted ones stay unchanged.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the webhook does not exist.
   * @throws {@link ApiError} 422 if the URL is not allowed.
   * @example
   * await drover.webhooks.update(webhookId, { isEnabled: false });
   */
  update(webhookId: string, changes: UpdateWebhook, options?: CallOptions): ApiPromise<void> {
    return this.http.request('webhooks.update', { params: { webhookId }, body: changes }, options);
  }

  /**
   * Deletes a webhook and its pending deliveries.
   *
   * @param webhookId ID of the webhook.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the webhook does not exist.
   * @example
   * await drover.webhooks.remove(webhookId);
   */
  remove(webhookId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('webhooks.remove', { params: { webhookId } }, options);
  }

  /**
   * Rotates the secret. The previous one also signs for 24 hours.
   *
   * @param webhookId ID of the webhook.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the webhook does not exist.
   * @example
   * const { secret, oldSecretUntil } = await drover.webhooks.rotateSecret(webhookId);
   */
  rotateSecret(webhookId: string, options?: CallOptions): ApiPromise<WebhookSecret> {
    return this.http.request('webhooks.rotateSecret', { params: { webhookId } }, options);
  }

  /**
   * Sends a test delivery, without retries. The list of deliveries has its result.
   *
   * @param webhookId ID of the webhook.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the webhook does not exist.
   * @example
   * const { _id } = await drover.webhooks.sendTest(webhookId);
   */
  sendTest(webhookId: string, options?: CallOptions): ApiPromise<WebhookDelivery> {
    return this.http.request('webhooks.sendTest', { params: { webhookId } }, options);
  }

  /**
   * Lists the deliveries of the last 14 days, newest first.
   *
   * @param webhookId ID of the webhook.
   * @param filter Filters and paging.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the webhook does not exist.
   * @example
   * const { items } = await drover.webhooks.listDeliveries(webhookId, { state: 'failed' });
   */
  listDeliveries(
    webhookId: string,
    filter: WebhookDeliveryFilter = {},
    options?: CallOptions,
  ): ApiPromise<Page<WebhookDelivery>> {
    return this.http.request('webhooks.listDeliveries', { params: { webhookId }, query: filter }, options);
  }

  /**
   * Iterates over all deliveries.
   *
   * @param webhookId ID of the webhook.
   * @param filter Filters. `limit` is the number of records per request.
   * @param options Signal, and time limit of each request.
   * @throws {@link ApiError} 404 if the webhook does not exist.
   * @example
   * for await (const { type, error } of drover.webhooks.iterateDeliveries(webhookId)) console.log(type, error);
   */
  iterateDeliveries(
    webhookId: string,
    filter: WebhookDeliveryFilter = {},
    options?: CallOptions,
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    return eachItem((page) => this.listDeliveries(webhookId, { ...filter, ...page }, options), filter);
  }

  /**
   * Resends a delivery now.
   *
   * @param webhookId ID of the webhook.
   * @param deliveryId ID of the delivery.
   * @param options Signal and time limit of the call.
   * @throws {@link ApiError} 404 if the delivery does not exist.
   * @throws {@link ApiError} 409 if the webhook is disabled.
   * @example
   * await drover.webhooks.resendDelivery(webhookId, deliveryId);
   */
  resendDelivery(webhookId: string, deliveryId: string, options?: CallOptions): ApiPromise<void> {
    return this.http.request('webhooks.resendDelivery', { params: { webhookId, deliveryId } }, options);
  }
}
