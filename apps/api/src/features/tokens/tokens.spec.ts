import supertest from 'supertest';
import { answerOf, invalidAt, outOfScope, refusal } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
afterAll(() => server.close());

const call = (method: 'get' | 'post', path: string, headers: Record<string, string>) =>
  supertest(server.url)[method](path).set(headers);

describe('GET /v1/tokens/current', () => {
  it('returns the token of the request', async () => {
    const { body } = await owner.as
      .post('/v1/tokens')
      .send({ name: 'mine', scopes: ['read'] })
      .expect(201);
    const { token, ...record } = body as { token: string };
    const { body: current } = await call('get', '/v1/tokens/current', { Authorization: token }).expect(200);
    expect({ ...current, lastUsedAt: null }).toEqual(record);
  });
});

describe('POST /v1/tokens', () => {
  it('returns the token once and records when it was used', async () => {
    const { body } = await owner.as
      .post('/v1/tokens')
      .send({ name: '部署', scopes: ['run', 'read'], expiresIn: 60 })
      .expect(201);
    const { token, ...record } = body as { token: string; _id: string };
    expect(token).toMatch(/^hmp_[0-9a-f]{64}$/);
    expect(record).toMatchObject({ name: '部署', scopes: ['read', 'run'], lastUsedAt: null });
    const list = async () => (await owner.as.get('/v1/tokens').expect(200)).body.items as (typeof record)[];
    expect(await list()).toContainEqual(record);
    await call('get', '/v1/devices', { Authorization: token }).expect(200);
    // The time is recorded after the response.
    await eventually(async () => {
      const used = (await list()).find(({ _id }) => _id === record._id);
      expect(used).toMatchObject({ lastUsedAt: expect.stringMatching(/^20/) });
    });
    expect(JSON.stringify(await list())).not.toContain(token.slice(4));
  });

  it('grants at most the scopes of the caller', async () => {
    const admin = await owner.createToken({ scopes: ['admin'] });
    const create = (body: object) =>
      answerOf(call('post', '/v1/tokens', { Authorization: admin }).send({ name: 't', ...body }));
    expect(await create({ scopes: ['write'] })).toMatchObject({ status: 201, body: { scopes: ['write'] } });
    const writer = await owner.createToken({ scopes: ['read', 'run', 'write'] });
    expect(await answerOf(call('post', '/v1/tokens', { Authorization: writer }).send({ name: 't' }))).toEqual(
      outOfScope,
    );
  });

  it('enforces the limits', async () => {
    const create = (body: object) => answerOf(owner.as.post('/v1/tokens').send(body));
    expect(await create({ name: '名'.repeat(64) })).toMatchObject({ status: 201 });
    expect(await create({ name: '名'.repeat(65) })).toEqual(invalidAt('name'));
    expect(await create({ name: '' })).toEqual(invalidAt('name'));
    expect(await create({ name: 't', scopes: [] })).toEqual(invalidAt('scopes'));
    expect(await create({ name: 't', scopes: ['root'] })).toEqual(invalidAt('scopes.0'));
    expect(await create({ name: 't', expiresIn: 315_360_000 })).toMatchObject({ status: 201 });
    expect(await create({ name: 't', expiresIn: 315_360_001 })).toEqual(invalidAt('expiresIn'));
    expect(await create({ name: 't', expiresIn: 0 })).toEqual(invalidAt('expiresIn'));
  });
});

describe('DELETE /v1/tokens/:tokenId', () => {
  it("returns 404 for another account's token and for a session", async () => {
    const stranger = await server.createAccount();
    const { body } = await owner.as.post('/v1/tokens').send({ name: 'mine' }).expect(201);
    expect(await answerOf(stranger.as.delete(`/v1/tokens/${body._id}`))).toEqual(refusal('notFound'));
    await call('get', '/v1/devices', { Authorization: body.token }).expect(200);
    const password = 'correct horse';
    await owner.as.put('/v1/account').send({ password }).expect(204);
    await server.request().post('/v1/sessions').send({ email: owner.email, password }).expect(201);
    const session = await server.context.prisma.accessToken.findFirstOrThrow({
      where: { accountId: owner.accountId, kind: 'session' },
    });
    expect(await answerOf(owner.as.delete(`/v1/tokens/${session.id}`))).toEqual(refusal('notFound'));
    const { items } = (await owner.as.get('/v1/tokens')).body as { items: { _id: string }[] };
    expect(items.map(({ _id }) => _id)).not.toContain(session.id);
  });
});
