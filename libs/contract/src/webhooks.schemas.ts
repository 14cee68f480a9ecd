import { z } from 'zod';
import { Approval } from './approvals.schemas';
import { Device } from './devices.schemas';
import { Id, text, Time } from './fields';
import { Job } from './jobs.schemas';
import { LIMITS } from './limits';
import { listOf, Paging } from './lists';
import { Message } from './messages.schemas';
import { resultInEvent } from './results.schemas';
import { Run } from './runs.schemas';
import { Occurrence } from './schedules.schemas';
import { Script } from './scripts.schemas';

/** An event that a webhook can subscribe to. */
export const WebhookEventType = z.enum([
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
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** Subscribed events, or `all`, which includes future ones. */
export const WebhookEvents = z.union([
  z.literal('all'),
  z.array(WebhookEventType).min(1, 'must name at least one event'),
]);
export type WebhookEvents = z.infer<typeof WebhookEvents>;

/** A URL that receives signed events, in the format of Standard Webhooks. */
export const Webhook = z.object({
  _id: Id,
  name: z.string().nullable(),
  url: z.string(),
  events: WebhookEvents,
  isEnabled: z.boolean(),
  disabledReason: z.string().nullable().meta({ description: 'why the service disabled it; null otherwise' }),
  failingSince: Time.nullable().meta({
    description: 'when deliveries began to fail; null if the last one succeeded',
  }),
  oldSecretUntil: Time.nullable().meta({
    description: 'until when the previous secret also signs',
  }),
  createdAt: Time,
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookList = listOf(Webhook);
export type WebhookList = z.infer<typeof WebhookList>;

const WebhookUrl = text(LIMITS.webhookUrlChars, 1).refine(isWebhookUrl, {
  message: 'must be a URL that begins with http:// or https://, without a user name or password',
});

function isWebhookUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}

const WebhookName = text(LIMITS.webhookNameChars, 1);

export const CreateWebhook = z.object({
  url: WebhookUrl,
  events: WebhookEvents,
  name: WebhookName.optional(),
});
export type CreateWebhook = z.infer<typeof CreateWebhook>;

/** Omitted fields stay unchanged. */
export const UpdateWebhook = z.object({
  url: WebhookUrl.optional(),
  events: WebhookEvents.optional(),
  name: WebhookName.nullable().optional(),
  isEnabled: z.boolean().optional(),
});
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;

/** The signing key. It is returned only once. */
const secret = z.string().meta({ description: 'whsec_ and base64', example: 'whsec_MfKQ9r8GKYqrTwjU…' });

export const CreatedWebhook = Webhook.extend({ secret });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

export const WebhookSecret = z.object({ secret, oldSecretUntil: Time });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

/** State of a delivery. It fails after the last retry. */
export const WebhookDeliveryState = z.enum(['pending', 'delivered', 'failed']);
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>;

const headers = z.record(z.string(), z.string());
const body = z.string().meta({ description: `text, cut to ${LIMITS.webhookLoggedChars} characters` });

/** A delivery of an event, with its last request and response. */
export const WebhookDelivery = z.object({
  _id: Id.meta({ description: 'the webhook-id of its requests' }),
  type: z.string().meta({ description: 'the event, or webhook.test', example: 'run.finished' }),
  state: WebhookDeliveryState,
  attempts: z.number().int().meta({ description: 'number of requests so far' }),
  createdAt: Time,
  attemptedAt: Time.nullable().meta({ description: 'time of the last request' }),
  nextAttemptAt: Time.nullable().meta({ description: 'time of the next request' }),
  request: z.object({ headers, body }),
  response: z.object({ status: z.number().int(), headers, body }).nullable(),
  durationMs: z.number().int().nullable(),
  error: z.string().nullable().meta({ description: 'why the last request failed' }),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryList = listOf(WebhookDelivery);
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>;

export const WebhookDeliveryFilter = Paging.extend({ state: WebhookDeliveryState.optional() });
export type WebhookDeliveryFilter = z.infer<typeof WebhookDeliveryFilter>;

const at = { timestamp: Time };
const DeviceEventType = z.enum(['device.online', 'device.offline', 'device.enrolled']);

/** The body of a request to a webhook. `data` is the record at the time of the event. */
export const WebhookPayload = z.discriminatedUnion('type', [
  z.object({ ...at, type: z.literal('run.finished'), data: Run.extend(resultInEvent) }),
  z.object({ ...at, type: z.literal('job.finished'), data: Job }),
  z.object({ ...at, type: DeviceEventType, data: Device }),
  z.object({ ...at, type: z.literal('message.created'), data: Message }),
  z.object({ ...at, type: z.literal('script.published'), data: Script }),
  z.object({
    ...at,
    type: z.literal('schedule.missed'),
    data: Occurrence.extend({ scheduleId: Id }),
  }),
  z.object({ ...at, type: z.enum(['approval.requested', 'approval.closed']), data: Approval }),
  z.object({ ...at, type: z.literal('webhook.test'), data: z.object({ webhookId: Id }) }),
]);
export type WebhookPayload = z.infer<typeof WebhookPayload>;
