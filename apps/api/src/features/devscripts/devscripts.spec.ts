import { LIMITS } from '@drover/contract';
import { answerOf, done, invalidAt, notFound } from '../../testing/errors';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  stranger = await server.createAccount();
});
beforeEach(async () => {
  owner = await server.createAccount();
});
afterAll(() => server.close());

const create = async (body?: object) => (await owner.as.post('/v1/devscripts').send(body).expect(201)).body;
const read = async (id: string) => (await owner.as.get(`/v1/devscripts/${id}`).expect(200)).body;

describe('POST /v1/devscripts', () => {
  it('creates a draft', async () => {
    const devscript = await create({ name: '签到' });
    expect(devscript).toMatchObject({
      ...{
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        name: '签到',
        reviewState: 'draft',
        reviewNote: null,
      },
      ...{ plan: 'free', price: null, currency: null, script: null },
    });
    expect(await read(devscript._id)).toEqual(devscript);
  });

  it('sets a default name, with or without a body', async () => {
    const names = [(await create()).name, (await create({})).name];
    expect(names).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)]);
    expect(names[0]).not.toBe(names[1]);
  });

  it('accepts parameters up to their limits', async () => {
    const longest = '😀'.repeat(LIMITS.scriptNameChars);
    expect((await create({ name: longest })).name).toBe(longest);
    for (const name of [`${longest}!`, '', 5, null]) {
      expect(await answerOf(owner.as.post('/v1/devscripts').send({ name }))).toMatchObject({
        status: 422,
        body: { code: 1102, errors: [{ path: 'name' }] },
      });
    }
    expect((await owner.as.get('/v1/devscripts')).body.count).toBe(1);
  });
});

describe('GET /v1/devscripts', () => {
  it("lists the caller's devscripts, newest first, and filters by a part of the name", async () => {
    const [a, b] = [await create({ name: 'Check in 100%' }), await create({ name: '中文签到' })];
    const list = async (query: object) =>
      (await owner.as.get('/v1/devscripts').query(query).expect(200)).body;
    expect(await list({})).toEqual({ count: 2, items: [b, a] });
    expect(await list({ name: 'CHECK' })).toEqual({ count: 1, items: [a] });
    expect(await list({ name: '签' })).toEqual({ count: 1, items: [b] });
    expect(await list({ name: '%' })).toEqual({ count: 1, items: [a] });
    expect(await list({ name: '_' })).toEqual({ count: 0, items: [] });
    expect(await list({ limit: 1 })).toEqual({ count: 1, items: [b], nextCursor: b._id });
    expect((await stranger.as.get('/v1/devscripts')).body).toEqual({ count: 0, items: [] });
  });
});

describe('PUT /v1/devscripts/:devscriptId', () => {
  it('renames the devscript, and changes nothing for an empty body', async () => {
    const devscript = await create({ name: 'a' });
    expect(await answerOf(owner.as.put(`/v1/devscripts/${devscript._id}`))).toEqual(done);
    expect(await read(devscript._id)).toEqual(devscript);
    expect(await answerOf(owner.as.put(`/v1/devscripts/${devscript._id}`).send({ name: 'b' }))).toEqual(done);
    expect(await read(devscript._id)).toMatchObject({ name: 'b', createdAt: devscript.createdAt });
    const tooLong = { name: 'n'.repeat(LIMITS.scriptNameChars + 1) };
    expect(await answerOf(owner.as.put(`/v1/devscripts/${devscript._id}`).send(tooLong))).toEqual(
      invalidAt('name'),
    );
  });
});

describe('DELETE /v1/devscripts/:devscriptId', () => {
  it('deletes the devscript, and returns 404 when repeated', async () => {
    const { _id } = await create();
    expect(await answerOf(owner.as.delete(`/v1/devscripts/${_id}`))).toEqual(done);
    expect(await answerOf(owner.as.delete(`/v1/devscripts/${_id}`))).toEqual(notFound);
    expect(await answerOf(owner.as.get(`/v1/devscripts/${_id}`))).toEqual(notFound);
  });
});

describe('a devscript of another account', () => {
  it('returns 404, and is not changed', async () => {
    const devscript = await create({ name: 'mine' });
    const path = `/v1/devscripts/${devscript._id}`;
    const requests = [
      stranger.as.get(path),
      stranger.as.put(path).send({ name: 'theirs' }),
      stranger.as.delete(path),
      stranger.as.get(`${path}/files`),
      stranger.as.get(`${path}/files/code`),
      stranger.as.put(`${path}/files`).attach('data', Buffer.from('x'), 'x.js'),
    ];
    for (const request of requests) expect(await answerOf(request)).toEqual(notFound);
    expect(await read(devscript._id)).toEqual(devscript);
    expect((await owner.as.get(`${path}/files`)).body).toEqual({ count: 0, items: [] });
  });
});
