import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { createWebhook } from '../../testing/test-webhook';

let server: TestServer;
let owner: TestAccount;
const url = 'http://127.0.0.1:9/hook';

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
});

const create = (fields: object = {}) => createWebhook(server, owner, { url, events: 'all', ...fields });

describe('POST /v1/webhooks', () => {
  it('creates a webhook and returns its secret once', async () => {
    const answer = await owner.as
      .post('/v1/webhooks')
      .send({ url, events: ['run.finished', 'run.finished', 'job.finished'], name: 'ours' })
      .expect(201);
    const { secret, ...webhook } = answer.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      _id: expect.any(String),
      name: 'ours',
      url,
      events: ['run.finished', 'job.finished'],
      isEnabled: true,
      disabledReason: null,
      failingSince: null,
      oldSecretUntil: null,
      createdAt: expect.any(String),
    });
    const { body } = await owner.as.get(`/v1/webhooks/${webhook._id}`).expect(200);
    expect(body).toEqual(webhook);
    expect((await owner.as.get('/v1/webhooks').expect(200)).body).toEqual({ count: 1, items: [webhook] });
    const stored = await server.context.prisma.webhook.findUniqueOrThrow({ where: { id: webhook._id } });
    expect(Buffer.from(stored.secret).toString('latin1')).not.toContain(secret.slice('whsec_'.length, -1));
  });

  it.each([
    ['ftp://example.org/'],
    ['example.org'],
    ['http://name:password@127.0.0.1/'],
    ['javascript:alert(1)'],
    ['http://'],
    [' '],
  ])('rejects the URL %s', async (address) => {
    const { body } = await owner.as.post('/v1/webhooks').send({ url: address, events: 'all' }).expect(422);
    expect(body).toMatchObject({ code: 1102, errors: [{ path: 'url' }] });
  });

  it.each([[[]], [['run.started']], ['some'], [undefined]])('rejects the events %j', async (events) => {
    const { body } = await owner.as.post('/v1/webhooks').send({ url, events }).expect(422);
    expect(body).toMatchObject({ code: 1102, errors: [{ path: expect.stringMatching(/^events/) }] });
  });

  it('rejects private addresses without DROVER_WEBHOOK_PRIVATE=allow', async () => {
    const strict = await startTestServer({ DROVER_WEBHOOK_PRIVATE: '' });
    try {
      const account = await strict.createAccount();
      for (const target of ['http://127.0.0.1/', 'http://[::ffff:10.0.0.1]/', 'http://localhost/']) {
        const { body } = await account.as
          .post('/v1/webhooks')
          .send({ url: target, events: 'all' })
          .expect(422);
        expect(body.errors).toEqual([{ path: 'url', message: expect.stringContaining('public address') }]);
      }
      const { body } = await account.as
        .post('/v1/webhooks')
        .send({ url: 'https://93.184.216.34/', events: ['job.finished'] })
        .expect(201);
      await account.as.put(`/v1/webhooks/${body._id}`).send({ url: 'http://10.0.0.1/' }).expect(422);
    } finally {
      await strict.close();
    }
  });
});

describe('PUT /v1/webhooks/:webhookId', () => {
  it('updates the given fields', async () => {
    const { _id } = await create({ name: 'ours' });
    await owner.as
      .put(`/v1/webhooks/${_id}`)
      .send({ events: ['device.online'] })
      .expect(204);
    await owner.as.put(`/v1/webhooks/${_id}`).send({ name: null, isEnabled: false }).expect(204);
    const { body } = await owner.as.get(`/v1/webhooks/${_id}`).expect(200);
    expect(body).toMatchObject({ url, name: null, events: ['device.online'], isEnabled: false });
  });

  it('clears the failures when the webhook is enabled', async () => {
    const { _id } = await create();
    await server.context.prisma.webhook.update({
      where: { id: _id },
      data: { isEnabled: false, disabledReason: 'failed', failingSince: new Date() },
    });
    await owner.as.put(`/v1/webhooks/${_id}`).send({ isEnabled: true }).expect(204);
    const { body } = await owner.as.get(`/v1/webhooks/${_id}`).expect(200);
    expect(body).toMatchObject({ isEnabled: true, disabledReason: null, failingSince: null });
  });
});

describe('DELETE /v1/webhooks/:webhookId', () => {
  it('deletes the webhook with its deliveries', async () => {
    const { _id } = await create();
    await owner.as.post(`/v1/webhooks/${_id}/test`).expect(201);
    await owner.as.delete(`/v1/webhooks/${_id}`).expect(204);
    await owner.as.get(`/v1/webhooks/${_id}`).expect(404);
    expect(await server.context.prisma.webhookDelivery.count({ where: { webhookId: _id } })).toBe(0);
  });
});

describe('POST /v1/webhooks/:webhookId/secret', () => {
  it('returns a new secret and when the old one expires', async () => {
    const { _id, secret } = await create();
    const { body } = await owner.as.post(`/v1/webhooks/${_id}/secret`).expect(201);
    expect(body.secret).toMatch(/^whsec_/);
    expect(body.secret).not.toBe(secret);
    expect(Date.parse(body.oldSecretUntil) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    const webhook = (await owner.as.get(`/v1/webhooks/${_id}`)).body;
    expect(webhook.oldSecretUntil).toBe(body.oldSecretUntil);
  });
});
