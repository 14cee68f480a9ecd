import { LIMITS } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { newId } from '../../database/ids';
import { eventually } from '../../testing/eventually';
import { status, TestReceiver, type Received } from '../../testing/test-receiver';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { openWebhookStage, verify, type WebhookStage } from '../../testing/test-webhook';

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
const send = (text: string) => stage.say(text);

/** Queues more requests to targets that never answer than a node sends at once. */
async function hangManyRequests(other: WebhookStage): Promise<void> {
  other.receiver.answer = () => undefined;
  for (let webhook = 0; webhook < 5; webhook += 1) await other.create();
  for (let message = 0; message < 5; message += 1) await other.say('hang');
  await other.receiver.requests(1);
}

describe('webhook delivery', () => {
  it('signs the request for the Standard Webhooks library and logs it', async () => {
    const hook = await create();
    receiver.answer = status(200, { 'Content-Type': 'text/plain' }, 'thanks');
    await send('hello');
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

  it('retries with the same ID until the receiver works, then sends all pending deliveries', async () => {
    const hook = await create();
    receiver.answer = status(500, {}, 'no');
    for (const text of ['one', 'two', 'three']) await send(text);
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
    // A successful delivery makes the others due at once.
    await server.context.pool.query(
      `UPDATE "WebhookDelivery" SET "nextAttemptAt" = now() + make_interval(hours => 5) WHERE "webhookId" = $1`,
      [hook._id],
    );
    await send('four');
    const after = await receiver.requests(4);
    expect(hook.textsOf(after).sort()).toEqual(['four', 'one', 'three', 'two']);
    const ids = (list: Received[]) => list.map(({ headers }) => headers['webhook-id']);
    expect(ids(after)).toEqual(expect.arrayContaining(ids(before)));
    await eventually(async () => {
      expect((await hook.deliveries()).every(({ state }) => state === 'delivered')).toBe(true);
      expect(await hook.read()).toMatchObject({ failingSince: null, isEnabled: true });
    });
  });

  it('fails after the last attempt and can be resent', async () => {
    const hook = await create();
    receiver.answer = status(500);
    await send('hello');
    for (let attempts = 1; attempts <= 8; attempts += 1) {
      await receiver.requests(attempts);
      await eventually(async () => {
        expect((await hook.deliveries())[0]).toMatchObject({
          attempts,
          attemptedAt: expect.any(String),
        });
        if (attempts < 8) expect((await hook.deliveries())[0].nextAttemptAt).not.toBeNull();
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
    await send('hello');
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

  it('delays all deliveries of the webhook as Retry-After says', async () => {
    const hook = await create();
    receiver.answer = status(429, { 'Retry-After': '3600' });
    await send('one');
    await receiver.requests(1);
    const [{ nextAttemptAt }] = await eventually(async () => {
      const items = await hook.deliveries();
      expect(items[0].nextAttemptAt).not.toBeNull();
      return items;
    });
    expect(Date.parse(nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    await send('two');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(receiver.received).toHaveLength(1);
  });

  it('sends to other webhooks while one target hangs, and aborts that request after the timeout', async () => {
    const hanging = await TestReceiver.open();
    hanging.answer = () => undefined;
    const stuck = await create(hanging.url);
    for (let n = 0; n < 6; n += 1) await send(`${n}`);
    await hanging.requests(4);
    const hook = await create();
    await send('hello');
    await receiver.requests(1);
    expect(hook.textsOf(receiver.received)).toEqual(['hello']);
    expect(hanging.received).toHaveLength(4);
    await eventually(async () => {
      expect(await stuck.deliveries()).toContainEqual(
        expect.objectContaining({
          error: `no answer within ${BUDGET.webhookSeconds.max} s`,
          durationMs: expect.any(Number),
        }),
      );
    });
    await hanging.close();
  });

  it('does not delay an account while the targets of seven others hang', async () => {
    const others = await Promise.all(Array.from({ length: 7 }, () => openWebhookStage(server)));
    try {
      await Promise.all(others.map((other) => hangManyRequests(other)));
      const hook = await create();
      await send('hello');
      const [received] = await receiver.requests(1);
      expect(hook.textsOf([received])).toEqual(['hello']);
      // None of the others' requests has ended, so this one did not wait for them.
      const accountIds = others.map((other) => other.owner.accountId);
      const ended = { attemptedAt: { not: null }, webhook: { accountId: { in: accountIds } } };
      expect(await server.context.prisma.webhookDelivery.count({ where: ended })).toBe(0);
    } finally {
      await Promise.all(others.map((other) => other.close()));
    }
  });

  it('truncates long responses in the log', async () => {
    const hook = await create();
    // As many bytes as are read, and one more.
    receiver.answer = status(200, {}, `${'ä\0'.repeat(BUDGET.webhookAnswerBytes.max / 3)}😀`);
    await send('hello');
    const { response } = await hook.settled('delivered');
    expect(response?.body).toBe('ä\uFFFD'.repeat(LIMITS.webhookLoggedChars / 2));
  });

  it('truncates long requests in the log', async () => {
    const hook = await create();
    const body = 'x'.repeat(LIMITS.webhookLoggedChars + 1);
    const data = { id: newId(), webhookId: hook._id, type: 'webhook.test', body };
    await server.context.prisma.webhookDelivery.create({ data });
    const [received] = await receiver.requests(1);
    expect(received.body).toBe(body);
    expect((await hook.deliveries())[0].request.body).toHaveLength(LIMITS.webhookLoggedChars);
  });

  it('describes a refused connection in words', async () => {
    const hook = await create('http://127.0.0.1:9/');
    await owner.as.post(`/v1/webhooks/${hook._id}/test`).expect(201);
    expect(await hook.settled('failed')).toMatchObject({
      error: 'the connection was refused',
      response: null,
    });
  });
});

describe('POST /v1/webhooks/:webhookId/test', () => {
  it('sends once, even if the webhook is disabled', async () => {
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

describe('webhook secret rotation', () => {
  it('signs with both secrets until the old one expires', async () => {
    const hook = await create();
    const { body } = await owner.as.post(`/v1/webhooks/${hook._id}/secret`).expect(201);
    await send('hello');
    const [both] = await receiver.requests(1);
    expect(both.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    expect([verify(hook, both), verify(body, both)].map(({ data }) => data.text)).toEqual(['hello', 'hello']);
    await server.context.prisma.webhook.update({
      where: { id: hook._id },
      data: { oldSecretUntil: new Date(Date.now() - 1000) },
    });
    await send('again');
    const [, alone] = await receiver.requests(2);
    expect(verify(body, alone).data.text).toBe('again');
    expect(() => verify(hook, alone)).toThrow();
    expect((await hook.read()).oldSecretUntil).toBeNull();
  });
});
