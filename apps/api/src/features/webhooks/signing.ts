import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const secretBytes = 32;

export function createWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/** Returns the additional data that binds a secret to its webhook. */
export const aboutSecret = (webhookId: string) => ['webhook', webhookId];

interface Signed {
  id: string;
  body: string;
  at: Date;
}

/** Returns the headers of Standard Webhooks. After a rotation, they contain a signature for each secret. */
export function signedHeaders(secrets: string[], { id, body, at }: Signed): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
