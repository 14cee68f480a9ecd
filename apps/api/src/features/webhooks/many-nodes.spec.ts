import { newId } from '../../database/ids';
import { eventually } from '../../testing/eventually';
import type { TestReceiver } from '../../testing/test-receiver';
import { status } from '../../testing/test-receiver';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { createWebhook, openWebhookStage, type WebhookStage } from '../../testing/test-webhook';
import { claimDue } from './claim';

let server: TestServer;
let stage: WebhookStage;
let owner: TestAccount;
let receiver: TestReceiver;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  stage = await openWebhookStage(server);
  ({ owner, receiver } = stage);
});
afterEach(() => stage.close());

const create = () => stage.create();
const send = (text: string) => stage.say(text);

describe('webhook deliveries on several nodes', () => {
  it('sends each delivery once', async () => {
    const second = await startTestServer();
    try {
      const hook = await create();
      await Promise.all(Array.from({ length: 60 }, (_, n) => send(`${n}`)));
      await receiver.requests(60);
      await eventually(async () => {
        const items = await hook.deliveries();
        expect(items.every(({ state, attempts }) => state === 'delivered' && attempts === 1)).toBe(true);
      });
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
      expect(receiver.received).toHaveLength(60);
    } finally {
      await second.close();
    }
  });

  it('takes over the deliveries of a node that died', async () => {
    const hook = await create();
    await owner.as.put(`/v1/webhooks/${hook._id}`).send({ isEnabled: false }).expect(204);
    const data = { id: newId(), webhookId: hook._id, type: 'message.created', body: '{}', attempts: 1 };
    await server.context.prisma.webhookDelivery.create({
      data: { ...data, isSending: true, nextAttemptAt: new Date(Date.now() + 60_000) },
    });
    await owner.as.put(`/v1/webhooks/${hook._id}`).send({ isEnabled: true }).expect(204);
    // Other deliveries in this database may be due.
    const claimed = await claimDue(server.context, [{ webhookId: newId(), accountId: newId() }]);
    expect(claimed.map(({ id }) => id)).not.toContain(data.id);
    const where = { id: data.id };
    await server.context.prisma.webhookDelivery.update({ where, data: { nextAttemptAt: new Date() } });
    const [received] = await receiver.requests(1);
    expect(received.headers['webhook-id']).toBe(data.id);
    expect(await hook.settled('delivered')).toMatchObject({ attempts: 2 });
  });

  it('releases unfinished deliveries when the server stops', async () => {
    const third = await startTestServer();
    const account = await third.createAccount();
    receiver.answer = () => undefined;
    const hook = await createWebhook(third, account, { url: receiver.url, events: ['message.created'] });
    await account.as.post('/v1/message/send').send({ text: 'hello' }).expect(204);
    await receiver.requests(1);
    await third.close();
    receiver.answer = status(204);
    // If the other node sent the hanging request, it aborts it only after the timeout.
    await server.context.pool.query(
      `UPDATE "WebhookDelivery" SET "nextAttemptAt" = now() WHERE "webhookId" = $1`,
      [hook._id],
    );
    await receiver.requests(2);
    expect(receiver.received[1].headers['webhook-id']).toBe(receiver.received[0].headers['webhook-id']);
    await server.context.prisma.webhook.deleteMany({ where: { id: hook._id } });
  });
});
