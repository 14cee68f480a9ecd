import type {
  CreatedWebhook,
  Webhook as WebhookRecord,
  WebhookDelivery,
  WebhookDeliveryList,
} from '@drover/contract';
import { Webhook } from 'standardwebhooks';
import { eventually } from './eventually';
import { TestReceiver, type Received } from './test-receiver';
import type { TestAccount, TestServer } from './test-server';

/** A webhook, with the requests that its account uses to read it. */
export interface TestWebhook {
  _id: string;
  secret: string;
  read: () => Promise<WebhookRecord>;
  /** Newest first. */
  deliveries: () => Promise<WebhookDelivery[]>;
  /** Waits until the newest delivery has a state, and returns it. */
  settled: (state: WebhookDelivery['state']) => Promise<WebhookDelivery>;
  /** Makes all waiting deliveries due now. */
  hasten: () => Promise<unknown>;
  /** Verifies the signatures of requests, and returns their texts. */
  textsOf: (received: Received[]) => string[];
}

export async function createWebhook(
  { context: { pool } }: TestServer,
  { as }: TestAccount,
  fields: { url: string; events: string | string[]; name?: string },
): Promise<TestWebhook> {
  const answer = await as.post('/v1/webhooks').send(fields).expect(201);
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

/** An account with a receiver and webhooks for messages. */
export interface WebhookStage {
  owner: TestAccount;
  receiver: TestReceiver;
  /** Creates a webhook for the receiver, or for another URL. */
  create: (url?: string) => Promise<TestWebhook>;
  say: (text: string) => Promise<unknown>;
  /** Deletes the webhooks too, because their deliveries would be retried. */
  close: () => Promise<void>;
}

export async function openWebhookStage(server: TestServer): Promise<WebhookStage> {
  const owner = await server.createAccount();
  const receiver = await TestReceiver.open();
  return {
    owner,
    receiver,
    create: (url = receiver.url) => createWebhook(server, owner, { url, events: ['message.created'] }),
    say: async (text) => owner.as.post('/v1/message/send').send({ text }).expect(204),
    async close() {
      await server.context.prisma.webhook.deleteMany({ where: { accountId: owner.accountId } });
      await receiver.close();
    },
  };
}

/** Returns the payload of a request as the public library reads it. Throws if the signature is wrong. */
export function verify(
  { secret }: { secret: string },
  { body, headers }: Received,
): { type: string; data: { text: string } } {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as ReturnType<typeof verify>;
}
