import { LIMITS } from './limits';

/** The part of `BUDGET` for other servers that this server calls: targets of webhooks, SMTP servers and identity providers. */
export const OUTGOING_BOUNDS = {
  webhookDeliveriesSending: {
    way: 'webhooks',
    resource: 'concurrency',
    max: 256,
    unit: 'deliveries per node',
    text: 'Deliveries that are being sent',
    atBound: 'further deliveries wait',
  },
  webhookDeliveriesBusy: {
    way: 'webhooks',
    resource: 'concurrency',
    max: 96,
    unit: 'deliveries per node',
    text: 'Deliveries that are being sent while an account may send several',
    atBound: 'each account sends one at a time',
  },
  webhookDeliveriesSendingPerAccount: {
    way: 'webhooks',
    resource: 'concurrency',
    max: 8,
    unit: 'deliveries per node and account',
    text: 'Deliveries that are being sent to the webhooks of an account',
    atBound: 'further deliveries wait',
  },
  webhookDeliveriesSendingPerWebhook: {
    way: 'webhooks',
    resource: 'concurrency',
    max: 4,
    unit: 'deliveries per node and webhook',
    text: 'Deliveries that are being sent to a webhook',
    atBound: 'further deliveries wait',
  },
  webhookAnswerBytes: {
    way: 'webhooks',
    resource: 'bytes',
    // A character takes up to 4 bytes in UTF-8.
    max: LIMITS.webhookLoggedChars * 4,
    unit: 'bytes per answer',
    text: 'Part of an answer that is read',
    atBound: 'the rest is not read',
  },
  webhookSeconds: {
    way: 'webhooks',
    resource: 'time',
    max: LIMITS.webhookTimeoutSeconds,
    unit: 'seconds per delivery',
    text: 'Time until the answer',
    atBound: 'the delivery fails and is retried',
  },
  mailsSending: {
    way: 'mail',
    resource: 'concurrency',
    max: 4,
    unit: 'emails per node',
    text: 'Emails that are being sent',
    atBound: 'further emails wait',
  },
  mailSeconds: {
    way: 'mail',
    resource: 'time',
    max: 30,
    unit: 'seconds per email',
    text: 'Time in which the SMTP server accepts an email',
    atBound: 'the attempt fails and is retried',
  },
  providerAnswerBytes: {
    way: 'providers',
    resource: 'bytes',
    max: 1_048_576,
    unit: 'bytes per answer',
    text: 'Answer of an identity provider, decompressed',
    atBound: 'the sign-in fails',
  },
} as const;
