import { LIMITS } from '@drover/contract';
import { Webhook } from 'standardwebhooks';
import { newId } from '../database/ids';
import { eventually } from '../testing/eventually';
import { status, TestReceiver, type Received } from '../testing/test-receiver';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { claimDue } from './claim';

let server: TestServer;
let owner: TestAccount;
let receiver: TestReceiver;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  receiver = await TestReceiver.open();
});
afterEach(async () => {
  // What is left would be sent for ever to a receiver that is gone.
  await server.service.prisma.webhook.deleteMany({ where: { accountId: owner.accountId } });
  await receiver.close();
});

interface Made {
  _id: string;
  secret: string;
}

async function create(url = receiver.url): Promise<Made> {
  const body = { url, events: ['message.created'] };
  return (await owner.as.post('/v1/webhooks').send(body).expect(201)).body;
}
const say = (text: string) => owner.as.post('/v1/message/send').send({ text }).expect(204);
const read = async ({ _id }: Made) => (await owner.as.get(`/v1/webhooks/${_id}`).expect(200)).body;
const deliveries = async ({ _id }: Made) =>
  (await owner.as.get(`/v1/webhooks/${_id}/deliveries`).expect(200)).body.items;
const verify = ({ secret }: { secret: string }, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    type: string;
    data: { text: string };
  };
const textsOf = (hook: Made, received: Received[]) => received.map((one) => verify(hook, one).data.text);

/** Makes what waits for a webhook due now. */
const hasten = ({ _id }: Made) =>
  server.service.pool.query(
    `UPDATE "WebhookDelivery" SET "nextAttemptAt" = now()
     WHERE "webhookId" = $1 AND "nextAttemptAt" IS NOT NULL AND NOT "isSending"`,
    [_id],
  );

/** The newest delivery, once it is in the state. */
async function settled(hook: Made, state: string) {
  return eventually(async () => {
    const [delivery] = await deliveries(hook);
    expect(delivery).toMatchObject({ state, nextAttemptAt: null });
    return delivery;
  });
}

describe('a delivery', () => {
  it('is signed so that the public library verifies it, and is in the log', async () => {
    const hook = await create();
    receiver.answer = status(200, { 'Content-Type': 'text/plain' }, 'thanks');
    await say('hello');
    const [received] = await receiver.requests(1);
    expect(verify(hook, received)).toMatchObject({ type: 'message.created', data: { text: 'hello' } });
    expect(received.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(() => verify({ secret: 'whsec_AAAA' }, received)).toThrow('No matching signature');

    const delivery = await settled(hook, 'delivered');
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
      for (const delivery of await deliveries(hook)) {
        expect(delivery).toMatchObject({
          state: 'pending',
          error: 'answered with status 500',
          nextAttemptAt: expect.any(String),
        });
      }
      expect((await read(hook)).failingSince).not.toBeNull();
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
    expect(textsOf(hook, after).sort()).toEqual(['four', 'one', 'three', 'two']);
    const ids = (list: Received[]) => list.map(({ headers }) => headers['webhook-id']);
    expect(ids(after)).toEqual(expect.arrayContaining(ids(before)));
    await eventually(async () => {
      expect((await deliveries(hook)).every(({ state }: { state: string }) => state === 'delivered')).toBe(
        true,
      );
      expect(await read(hook)).toMatchObject({ failingSince: null, isEnabled: true });
    });
  });

  it('is given up after its last request, and sent again when that is asked for', async () => {
    const hook = await create();
    receiver.answer = status(500);
    await say('hello');
    for (let tries = 1; tries <= 8; tries += 1) {
      await receiver.requests(tries);
      await eventually(async () => {
        expect((await deliveries(hook))[0]).toMatchObject({
          attempts: tries,
          attemptedAt: expect.any(String),
        });
        if (tries < 8) expect((await deliveries(hook))[0].nextAttemptAt).not.toBeNull();
      });
      await hasten(hook);
    }
    const { _id } = await settled(hook, 'failed');
    receiver.answer = status(204);
    await owner.as.post(`/v1/webhooks/${hook._id}/deliveries/${_id}/resend`).expect(204);
    await receiver.requests(9);
    expect(await settled(hook, 'delivered')).toMatchObject({ _id, attempts: 9 });
  });

  it('does not follow a redirect', async () => {
    const other = await TestReceiver.open();
    const hook = await create();
    receiver.answer = status(302, { Location: other.url });
    await say('hello');
    await receiver.requests(1);
    await eventually(async () => {
      expect((await deliveries(hook))[0]).toMatchObject({
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
      const items = await deliveries(hook);
      expect(items[0].nextAttemptAt).not.toBeNull();
      return items;
    });
    expect(Date.parse(nextAttemptAt) - Date.now()).toBeGreaterThan(3_500_000);
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
    expect(textsOf(hook, receiver.received)).toEqual(['hello']);
    expect(hanging.received).toHaveLength(4);
    await eventually(async () => {
      expect(await deliveries(stuck)).toContainEqual(
        expect.objectContaining({
          error: `no answer within ${LIMITS.webhookTimeoutSeconds} s`,
          durationMs: expect.any(Number),
        }),
      );
    }, 25_000);
    await hanging.close();
  }, 60_000);

  it('keeps no more of an answer than its log shows', async () => {
    const hook = await create();
    receiver.answer = status(200, {}, 'ä\0'.repeat(LIMITS.webhookLoggedChars));
    await say('hello');
    const { response } = await settled(hook, 'delivered');
    expect(response.body).toBe('ä\uFFFD'.repeat(LIMITS.webhookLoggedChars / 2));
  });

  it('shows no more of a request than the log does', async () => {
    const hook = await create();
    const body = 'x'.repeat(LIMITS.webhookLoggedChars + 1);
    const data = { id: newId(), webhookId: hook._id, type: 'webhook.test', body };
    await server.service.prisma.webhookDelivery.create({ data });
    const [received] = await receiver.requests(1);
    expect(received.body).toBe(body);
    expect((await deliveries(hook))[0].request.body).toHaveLength(LIMITS.webhookLoggedChars);
  });

  it('is told of in words where nobody listens', async () => {
    const hook = await create('http://127.0.0.1:9/');
    await owner.as.post(`/v1/webhooks/${hook._id}/test`).expect(201);
    expect(await settled(hook, 'failed')).toMatchObject({
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
    await settled(hook, 'failed');
    expect((await read(hook)).failingSince).toBeNull();
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
    expect((await read(hook)).oldSecretUntil).toBeNull();
  });
});

describe('a webhook', () => {
  const inbox = async () =>
    (await owner.as.get('/v1/messages')).body.items as { title: string; text: string }[];

  it('is disabled by days of failures, with a notice, and goes on once it is enabled', async () => {
    const hook = await create();
    receiver.answer = status(500);
    await say('one');
    await receiver.requests(1);
    await eventually(async () => expect((await read(hook)).failingSince).not.toBeNull());
    const past = (secondsMore: number) =>
      server.service.pool.query(
        `UPDATE "Webhook" SET "failingSince" = now() - make_interval(secs => $2) WHERE id = $1`,
        [hook._id, LIMITS.webhookFailingSecondsMax + secondsMore],
      );
    await past(-60);
    await hasten(hook);
    await receiver.requests(2);
    await eventually(async () => expect((await deliveries(hook))[0].nextAttemptAt).not.toBeNull());
    expect((await read(hook)).isEnabled).toBe(true);
    await past(60);
    await hasten(hook);
    await receiver.requests(3);
    await eventually(async () => {
      expect(await read(hook)).toMatchObject({
        isEnabled: false,
        disabledReason: 'every request has failed for 5 days, the last one with: answered with status 500',
      });
    });
    expect((await inbox())[0]).toMatchObject({
      title: 'A webhook was disabled',
      text: expect.stringContaining(receiver.url),
    });
    await hasten(hook);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(receiver.received).toHaveLength(3);
    receiver.answer = status(204);
    await owner.as.put(`/v1/webhooks/${hook._id}`).send({ isEnabled: true }).expect(204);
    await receiver.requests(4);
    expect(textsOf(hook, receiver.received).at(-1)).toBe('one');
  });

  it('is disabled at once where its target is gone', async () => {
    const hook = await create();
    receiver.answer = status(410);
    await say('one');
    await eventually(async () => {
      expect(await read(hook)).toMatchObject({
        isEnabled: false,
        disabledReason: 'its target answered with status 410: gone',
      });
    });
    expect((await inbox())[0]?.title).toBe('A webhook was disabled');
  });
});

describe('nodes on one database', () => {
  it('make each delivery once', async () => {
    const second = await startTestServer();
    try {
      const hook = await create();
      await Promise.all(Array.from({ length: 60 }, (_, n) => say(`${n}`)));
      await receiver.requests(60);
      await eventually(async () => {
        const items: { state: string; attempts: number }[] = await deliveries(hook);
        expect(items.every(({ state, attempts }) => state === 'delivered' && attempts === 1)).toBe(true);
      });
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(60);
      expect(receiver.received).toHaveLength(60);
    } finally {
      await second.close();
    }
  });

  it('take over what a node took that died', async () => {
    const hook = await create();
    await owner.as.put(`/v1/webhooks/${hook._id}`).send({ isEnabled: false }).expect(204);
    const data = { id: newId(), webhookId: hook._id, type: 'message.created', body: '{}', attempts: 1 };
    await server.service.prisma.webhookDelivery.create({
      data: { ...data, isSending: true, nextAttemptAt: new Date(Date.now() + 1500) },
    });
    await owner.as.put(`/v1/webhooks/${hook._id}`).send({ isEnabled: true }).expect(204);
    expect(await claimDue(server.service, new Map([[newId(), 1]]))).toEqual([]);
    const [received] = await receiver.requests(1);
    expect(received.headers['webhook-id']).toBe(data.id);
    expect(await settled(hook, 'delivered')).toMatchObject({ attempts: 2 });
  });

  it('give back what is under way when they stop', async () => {
    const third = await startTestServer();
    const account = await third.createAccount();
    receiver.answer = () => undefined;
    const body = { url: receiver.url, events: ['message.created'] };
    const hook: Made = (await account.as.post('/v1/webhooks').send(body).expect(201)).body;
    await account.as.post('/v1/message/send').send({ text: 'hello' }).expect(204);
    await receiver.requests(1);
    await third.close();
    receiver.answer = status(204);
    // The one that hangs may be the other node's, which cuts it off by itself.
    await server.service.pool.query(
      `UPDATE "WebhookDelivery" SET "nextAttemptAt" = now() WHERE "webhookId" = $1`,
      [hook._id],
    );
    await receiver.requests(2);
    expect(receiver.received[1].headers['webhook-id']).toBe(receiver.received[0].headers['webhook-id']);
    await server.service.prisma.webhook.deleteMany({ where: { id: hook._id } });
  });
});
