import { LIMITS } from '@drover/contract';
import { newId } from '../database/ids';
import { eventually } from '../testing/eventually';
import { status, TestReceiver, type Received } from '../testing/test-receiver';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { openWebhookStage, verify, type WebhookStage } from '../testing/test-webhook';

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

const create = (url?: string) => stage.create(url);
const say = (text: string) => stage.say(text);

describe('a delivery', () => {
  it('is signed so that the public library verifies it, and is in the log', async () => {
    const hook = await create();
    receiver.answer = status(200, { 'Content-Type': 'text/plain' }, 'thanks');
    await say('hello');
    const [received] = await receiver.requests(1);
    expect(verify(hook, received)).toMatchObject({ type: 'message.created', data: { text: 'hello' } });
    expect(received.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(() => verify({ secret: 'whsec_AAAA' }, received)).toThrow('No matching signature');

    const delivery = await hook.settled('delivered');
    expect(delivery).toMatchObject({
      _id: received.headers['webhook-id'],
      type: 'message.created',
      attempts: 1,
      request: {
        headers: { 'webhook-signature': received.headers['webhook-signature'] },
        body: received.body,
      },
      response: { status: 200, headers: { 'content-type': 'text/plain' }, body: 'thanks' },
      durationMs: expect.any(Number),
      error: null,
    });
  });

  it('comes again with the same id until the receiver is back, and then all come', async () => {
    const hook = await create();
    receiver.answer = status(500, {}, 'no');
    for (const text of ['one', 'two', 'three']) await say(text);
    await receiver.requests(3);
    await eventually(async () => {
      for (const delivery of await hook.deliveries()) {
        expect(delivery).toMatchObject({
          state: 'pending',
          error: 'answered with status 500',
          nextAttemptAt: expect.any(String),
        });
      }
      expect((await hook.read()).failingSince).not.toBeNull();
    });
    const before = receiver.received.splice(0);
    receiver.answer = status(204);
    // One that arrives brings the others along, long before they are due.
    await server.service.pool.query(
      `UPDATE "WebhookDelivery" SET "nextAttemptAt" = now() + make_interval(hours => 5) WHERE "webhookId" = $1`,
      [hook._id],
    );
    await say('four');
    const after = await receiver.requests(4);
    expect(hook.textsOf(after).sort()).toEqual(['four', 'one', 'three', 'two']);
    const ids = (list: Received[]) => list.map(({ headers }) => headers['webhook-id']);
    expect(ids(after)).toEqual(expect.arrayContaining(ids(before)));
    await eventually(async () => {
      expect((await hook.deliveries()).every(({ state }) => state === 'delivered')).toBe(true);
      expect(await hook.read()).toMatchObject({ failingSince: null, isEnabled: true });
    });
  });

  it('is given up after its last request, and sent again when that is asked for', async () => {
    const hook = await create();
    receiver.answer = status(500);
    await say('hello');
    for (let tries = 1; tries <= 8; tries += 1) {
      await receiver.requests(tries);
      await eventually(async () => {
        expect((await hook.deliveries())[0]).toMatchObject({
          attempts: tries,
          attemptedAt: expect.any(String),
        });
        if (tries < 8) expect((await hook.deliveries())[0].nextAttemptAt).not.toBeNull();
      });
      await hook.hasten();
    }
    const { _id } = await hook.settled('failed');
    receiver.answer = status(204);
    await owner.as.post(`/v1/webhooks/${hook._id}/deliveries/${_id}/resend`).expect(204);
    await receiver.requests(9);
    expect(await hook.settled('delivered')).toMatchObject({ _id, attempts: 9 });
  });

  it('does not follow a redirect', async () => {
    const other = await TestReceiver.open();
    const hook = await create();
    receiver.answer = status(302, { Location: other.url });
    await say('hello');
    await receiver.requests(1);
    await eventually(async () => {
      expect((await hook.deliveries())[0]).toMatchObject({
        state: 'pending',
        response: { status: 302, headers: { location: other.url } },
        error: 'redirects are not followed (status 302)',
      });
    });
    expect(other.received).toEqual([]);
    await other.close();
  });

  it('waits as the answer asks, and the webhook’s others with it', async () => {
    const hook = await create();
    receiver.answer = status(429, { 'Retry-After': '3600' });
    await say('one');
    await receiver.requests(1);
    const [{ nextAttemptAt }] = await eventually(async () => {
      const items = await hook.deliveries();
      expect(items[0].nextAttemptAt).not.toBeNull();
      return items;
    });
    expect(Date.parse(nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    await say('two');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(receiver.received).toHaveLength(1);
  });

  it('is not held up by a webhook whose target hangs, which is cut off in the end', async () => {
    const hanging = await TestReceiver.open();
    hanging.answer = () => undefined;
    const stuck = await create(hanging.url);
    for (let n = 0; n < 6; n += 1) await say(`${n}`);
    await hanging.requests(4);
    const hook = await create();
    await say('hello');
    await receiver.requests(1);
    expect(hook.textsOf(receiver.received)).toEqual(['hello']);
    expect(hanging.received).toHaveLength(4);
    await eventually(async () => {
      expect(await stuck.deliveries()).toContainEqual(
        expect.objectContaining({
          error: `no answer within ${LIMITS.webhookTimeoutSeconds} s`,
          durationMs: expect.any(Number),
        }),
      );
    });
    await hanging.close();
  });

  it('keeps no more of an answer than its log shows', async () => {
    const hook = await create();
    receiver.answer = status(200, {}, 'ä\0'.repeat(LIMITS.webhookLoggedChars));
    await say('hello');
    const { response } = await hook.settled('delivered');
    expect(response?.body).toBe('ä\uFFFD'.repeat(LIMITS.webhookLoggedChars / 2));
  });

  it('shows no more of a request than the log does', async () => {
    const hook = await create();
    const body = 'x'.repeat(LIMITS.webhookLoggedChars + 1);
    const data = { id: newId(), webhookId: hook._id, type: 'webhook.test', body };
    await server.service.prisma.webhookDelivery.create({ data });
    const [received] = await receiver.requests(1);
    expect(received.body).toBe(body);
    expect((await hook.deliveries())[0].request.body).toHaveLength(LIMITS.webhookLoggedChars);
  });

  it('is told of in words where nobody listens', async () => {
    const hook = await create('http://127.0.0.1:9/');
    await owner.as.post(`/v1/webhooks/${hook._id}/test`).expect(201);
    expect(await hook.settled('failed')).toMatchObject({
      error: 'the connection was refused',
      response: null,
    });
  });
});

describe('a test delivery', () => {
  it('is sent once, of a webhook that is disabled too', async () => {
    const hook = await create();
    await owner.as.put(`/v1/webhooks/${hook._id}`).send({ isEnabled: false }).expect(204);
    receiver.answer = status(500);
    const { body } = await owner.as.post(`/v1/webhooks/${hook._id}/test`).expect(201);
    expect(body).toMatchObject({ type: 'webhook.test', state: 'pending', attempts: 0, response: null });
    const [received] = await receiver.requests(1);
    expect(verify(hook, received)).toMatchObject({ type: 'webhook.test', data: { webhookId: hook._id } });
    await hook.settled('failed');
    expect((await hook.read()).failingSince).toBeNull();
    await owner.as.post(`/v1/webhooks/${hook._id}/deliveries/${body._id}/resend`).expect(409);
  });
});

describe('a secret', () => {
  it('signs beside the new one after a rotation, until its time is over', async () => {
    const hook = await create();
    const { body } = await owner.as.post(`/v1/webhooks/${hook._id}/secret`).expect(201);
    await say('hello');
    const [both] = await receiver.requests(1);
    expect(both.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    expect([verify(hook, both), verify(body, both)].map(({ data }) => data.text)).toEqual(['hello', 'hello']);
    await server.service.prisma.webhook.update({
      where: { id: hook._id },
      data: { oldSecretUntil: new Date(Date.now() - 1000) },
    });
    await say('again');
    const [, alone] = await receiver.requests(2);
    expect(verify(body, alone).data.text).toBe('again');
    expect(() => verify(hook, alone)).toThrow();
    expect((await hook.read()).oldSecretUntil).toBeNull();
  });
});
