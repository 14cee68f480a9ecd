import type {
  CreatedWebhook,
  Webhook as WebhookRecord,
  WebhookDelivery,
  WebhookDeliveryList,
} from '@drover/contract';
import { Webhook } from 'standardwebhooks';
import { eventually } from './eventually';
import type { Received } from './test-receiver';
import type { TestAccount, TestServer } from './test-server';

/** A webhook that is told of messages. */
export interface TestWebhook {
  _id: string;
  secret: string;
  read: () => Promise<WebhookRecord>;
  /** Newest first. */
  deliveries: () => Promise<WebhookDelivery[]>;
  /** The newest delivery, once it is in the state. */
  settled: (state: WebhookDelivery['state']) => Promise<WebhookDelivery>;
  /** Makes what waits for it due now. */
  hasten: () => Promise<unknown>;
  /** The texts of requests that came, whose signatures have to be right. */
  textsOf: (received: Received[]) => string[];
}

export async function createWebhook(
  { service: { pool } }: TestServer,
  { as }: TestAccount,
  url: string,
): Promise<TestWebhook> {
  const events = ['message.created'];
  const answer = await as.post('/v1/webhooks').send({ url, events }).expect(201);
  const { _id, secret } = answer.body as CreatedWebhook;
  const path = `/v1/webhooks/${_id}`;
  const deliveries: TestWebhook['deliveries'] = async () =>
    ((await as.get(`${path}/deliveries`).expect(200)).body as WebhookDeliveryList).items;
  return {
    _id,
    secret,
    deliveries,
    read: async () => (await as.get(path).expect(200)).body as WebhookRecord,
    settled: (state) =>
      eventually(async () => {
        const [delivery] = await deliveries();
        expect(delivery).toMatchObject({ state, nextAttemptAt: null });
        return delivery;
      }),
    hasten: () =>
      pool.query(
        `UPDATE "WebhookDelivery" SET "nextAttemptAt" = now()
         WHERE "webhookId" = $1 AND "nextAttemptAt" IS NOT NULL AND NOT "isSending"`,
        [_id],
      ),
    textsOf: (received) => received.map((one) => verify({ secret }, one).data.text),
  };
}

/** What a request told, as the public library reads it; throws where its signature is not right. */
export function verify(
  { secret }: { secret: string },
  { body, headers }: Received,
): { type: string; data: { text: string } } {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as ReturnType<typeof verify>;
}
