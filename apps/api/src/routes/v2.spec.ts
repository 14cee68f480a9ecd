import supertest from 'supertest';
import { createDevice, type TestDevice } from '../testing/test-device';
import { createRecords } from '../contract-tests/records';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  device = await createDevice(server, owner, { name: 'First', brand: 'Xiaomi', model: 'M1', tags: ['lab'] });
});
afterAll(() => server.close());

const withKey = (token: string) => supertest.agent(server.url).set('X-API-Key', token);

describe('GET /v2/devices', () => {
  it('lists devices in data, with id instead of _id', async () => {
    const { body } = await withKey(owner.token).get('/v2/devices').expect(200);
    const shown = { name: 'First', online: false, brand: 'Xiaomi', model: 'M1', appVersion: '2.0.0' };
    expect(body).toEqual({ data: [{ id: device._id, ...shown, tags: ['lab'] }] });
    expect((await withKey(owner.token).get('/api/v2/devices')).body).toEqual(body);
  });

  it('lists no devices of another account and returns 401 without a valid key', async () => {
    const stranger = await server.createAccount();
    expect((await withKey(stranger.token).get('/v2/devices')).body).toEqual({ data: [] });
    const refused = await withKey('hmp_wrong').get('/v2/devices').expect(401);
    expect(refused.body).toMatchObject({ code: 1040 });
    await server.request().get('/v2/devices').expect(401);
  });
});

describe('POST /v2/scripts/execute', () => {
  it('runs code and returns the job', async () => {
    const sent = { code: 'log(1)', devices: [{ id: device._id, name: 'First' }], vars: { a: 1 } };
    const { body, headers } = await withKey(owner.token).post('/v2/scripts/execute').send(sent).expect(200);
    const { id } = (body as { data: { id: string } }).data;
    expect(body).toEqual({ data: { id } });
    expect(headers.location).toBe(`/v1/jobs/${id}`);
    const job = await owner.as.get(`/v1/jobs/${id}`).expect(200);
    expect(job.body).toMatchObject({ kind: 'execute', vars: { a: 1 }, counts: { queued: 1 } });
  });

  it('requires the scope run', async () => {
    const reader = await owner.createToken({ scopes: ['read'] });
    const sent = { code: '1', devices: [{ id: device._id }] };
    const { body } = await withKey(reader).post('/v2/scripts/execute').send(sent).expect(403);
    expect(body).toMatchObject({ code: 1043 });
  });

  it.each([
    [{ code: '1', devices: [] }, 422],
    [{ code: '', devices: [{ id: 'x' }] }, 422],
    [{ code: '1', devices: [{ _id: 'x' }] }, 422],
  ])('rejects %j', async (sent, status) => {
    await withKey(owner.token).post('/v2/scripts/execute').send(sent).expect(status);
  });

  it('names an unknown device by the path in the request', async () => {
    const sent = { code: '1', devices: [{ id: device._id }, { id: '0'.repeat(24) }] };
    const { body } = await withKey(owner.token).post('/v2/scripts/execute').send(sent).expect(404);
    expect(body).toMatchObject({ code: 1000, errors: [{ path: 'devices.1.id' }] });
  });

  it('returns the same job for the same Idempotency-Key and writes an audit entry', async () => {
    const sent = { code: '1', devices: [{ id: device._id }] };
    const run = () => withKey(owner.token).post('/v2/scripts/execute').set('Idempotency-Key', 'k').send(sent);
    expect((await run().expect(200)).body).toEqual((await run().expect(200)).body);
    const { body } = await owner.as.get('/v1/audit').expect(200);
    expect(body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ action: 'script.execute' })]) as unknown,
    });
  });
});

describe('POST /v2/scripts/:scriptId/run', () => {
  it('runs a script that GET /v2/scripts lists', async () => {
    const account = await server.createAccount();
    const { scriptId, deviceId, slug } = await createRecords(server, account);
    const { body } = await withKey(account.token).get('/v2/scripts').expect(200);
    expect(body).toEqual({ data: [{ id: scriptId, name: 'script', version: '1.0.0', slug }] });
    const path = `/v2/scripts/${scriptId}/run`;
    const answer = await withKey(account.token)
      .post(path)
      .send({ devices: [{ id: deviceId }] })
      .expect(200);
    expect(answer.body).toEqual({ data: { id: expect.stringMatching(/^[0-9a-f]{24}$/) as string } });
    await withKey(owner.token)
      .post(path)
      .send({ devices: [{ id: device._id }] })
      .expect(404);
  });
});
