import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

const secretBytes = 32;

export function newWebhookSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString('base64')}`;
}

/** What a secret is sealed as: it opens for its own webhook alone. */
export const aboutSecret = (webhookId: string) => ['webhook', webhookId];

/** What is signed. */
interface Signed {
  id: string;
  body: string;
  at: Date;
}

/** The headers of Standard Webhooks; after a rotation with a signature of either secret. */
export function signedHeaders(secrets: string[], { id, body, at }: Signed): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
