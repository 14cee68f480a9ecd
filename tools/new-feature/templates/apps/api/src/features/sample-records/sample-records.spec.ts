import type { SampleRecord } from '@drover/contract';
import { answerOf, conflict, done, notFound } from '../../testing/errors';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  stranger = await server.createAccount();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
});

const send = (name: string) => owner.as.post('/v1/sample-records').send({ name });
const create = async (name: string) => (await send(name).expect(201)).body as SampleRecord;

describe('POST /v1/sample-records', () => {
  it('creates a sample record', async () => {
    const made = await create('First');
    expect(made).toEqual({ _id: made._id, name: 'First', createdAt: made.createdAt });
    expect((await owner.as.get(`/v1/sample-records/${made._id}`).expect(200)).body).toEqual(made);
  });

  it('has a name once', async () => {
    await create('First');
    expect(await answerOf(send('First'))).toEqual(conflict);
  });
});

describe('GET /v1/sample-records', () => {
  it("lists the caller's own, newest first, page by page", async () => {
    const [older, newer] = [await create('First'), await create('Second')];
    expect((await owner.as.get('/v1/sample-records')).body).toEqual({ count: 2, items: [newer, older] });
    const { body: page } = await owner.as.get('/v1/sample-records?limit=1').expect(200);
    expect(page).toEqual({ count: 1, items: [newer], nextCursor: newer._id });
    expect((await stranger.as.get('/v1/sample-records')).body).toEqual({ count: 0, items: [] });
  });
});

describe('PUT /v1/sample-records/:sampleRecordId', () => {
  it('renames it, and changes nothing for an empty body', async () => {
    const made = await create('First');
    const update = (body: object) => answerOf(owner.as.put(`/v1/sample-records/${made._id}`).send(body));
    expect(await update({ name: 'Second' })).toEqual(done);
    expect(await update({})).toEqual(done);
    const { body } = await owner.as.get(`/v1/sample-records/${made._id}`);
    expect(body).toEqual({ ...made, name: 'Second' });
  });

  it('refuses a name that is taken', async () => {
    const [made] = [await create('First'), await create('Second')];
    const update = owner.as.put(`/v1/sample-records/${made._id}`).send({ name: 'Second' });
    expect(await answerOf(update)).toEqual(conflict);
  });
});

describe('DELETE /v1/sample-records/:sampleRecordId', () => {
  it('deletes it, once', async () => {
    const { _id } = await create('First');
    expect(await answerOf(owner.as.delete(`/v1/sample-records/${_id}`))).toEqual(done);
    expect(await answerOf(owner.as.delete(`/v1/sample-records/${_id}`))).toEqual(notFound);
  });

  it('is not found by another account', async () => {
    const { _id } = await create('First');
    expect(await answerOf(stranger.as.delete(`/v1/sample-records/${_id}`))).toEqual(notFound);
    expect((await owner.as.get(`/v1/sample-records/${_id}`)).status).toBe(200);
  });
});
