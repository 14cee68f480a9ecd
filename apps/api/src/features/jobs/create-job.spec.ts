import type { CreateJob } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, invalidAt, notFound, refusal } from '../../testing/errors';
import { createDevice } from '../../testing/test-device';
import { createDevscript, publishScript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
});
afterAll(() => server.close());

const send = (body: object, headers = {}) => owner.as.post('/v1/jobs').set(headers).send(body);
const devicesOf = async (body: object) => {
  const { body: job } = await send(body).expect(201);
  const { body: runs } = await owner.as.get(`/v1/runs?jobId=${job._id}`).expect(200);
  return runs.items.map(({ deviceName }: { deviceName: string }) => deviceName).sort();
};

describe('POST /v1/jobs', () => {
  it('runs code on the given devices', async () => {
    const device = await createDevice(server, owner);
    const vars = { greeting: '你好' };
    const { body } = await send({ code: '1', devices: [{ _id: device._id }], vars, timeout: 60 }).expect(201);
    expect(body).toMatchObject({ kind: 'execute', scriptId: null, vars, timeout: 60, counts: { queued: 1 } });
    expect((await owner.as.get(`/v1/jobs/${body._id}`).expect(200)).body).toEqual(body);
  });

  it('runs a devscript or a script of the library by ID', async () => {
    await createDevice(server, owner);
    const { devscriptId, script } = await publishScript(server, owner);
    for (const [scriptId, kind] of [
      [devscriptId, 'devscript'],
      [script._id, 'script'],
    ]) {
      const { body } = await send({ scriptId, selector: { all: true } }).expect(201);
      expect(body).toMatchObject({ kind, scriptId, counts: { queued: 1 } });
    }
  });

  it('returns the same job for the same Idempotency-Key', async () => {
    await createDevice(server, owner);
    const key = { 'Idempotency-Key': newId() };
    const first = await send({ code: '1', selector: { all: true } }, key).expect(201);
    await createDevice(server, owner);
    const again = await send({ code: '1', selector: { all: true } }, key).expect(201);
    expect(again.body).toEqual(first.body);
    const other = send({ code: '2', selector: { all: true } }, key);
    expect(await answerOf(other)).toEqual(refusal('idempotencyMismatch'));
  });

  it.each<[string, Partial<CreateJob>, string]>([
    ['a request without script and code', { code: undefined }, 'scriptId'],
    ['a request with both script and code', { scriptId: newId() }, 'scriptId'],
    ['an empty list of devices', { devices: [] }, 'devices'],
    ['both devices and a selector', { devices: [{ _id: newId() }], selector: { all: true } }, 'devices'],
    ['an empty selector', { selector: {} }, 'selector'],
    ['a selector that matches no device', { selector: { tag: 'nobody' } }, 'selector'],
  ])('rejects %s', async (_, changes, path) => {
    await createDevice(server, owner);
    const choice = 'devices' in changes ? {} : { selector: { all: true } };
    expect(await answerOf(send({ code: '1', ...choice, ...changes }))).toEqual(invalidAt(path));
  });

  it('rejects an unknown condition of a selector', async () => {
    await createDevice(server, owner);
    const misspelt = { code: '1', selector: { brand: 'Xiaomi', modell: '14' } };
    expect((await answerOf(send(misspelt))).status).toBe(422);
  });

  it('returns 404 for scripts and devices of another account', async () => {
    const stranger = await server.createAccount();
    await createDevice(server, owner);
    const theirDevice = await createDevice(server, stranger);
    const { _id: scriptId } = await createDevscript(stranger);
    expect(await answerOf(send({ scriptId, selector: { all: true } }))).toEqual(notFound);
    const { status } = await answerOf(send({ code: '1', devices: [{ _id: theirDevice._id }] }));
    expect(status).toBe(404);
    expect(await devicesOf({ code: '1', selector: { all: true } })).toEqual(['Device']);
  });
});

describe('POST /v1/jobs with a selector', () => {
  beforeEach(async () => {
    const one = await createDevice(server, owner, {
      name: 'Shelf 1',
      brand: 'Xiaomi',
      model: '14',
      tags: ['Farm'],
    });
    await createDevice(server, owner, { name: 'Shelf 2', brand: 'Xiaomi', model: '15', tags: ['farm'] });
    await createDevice(server, owner, { name: 'Desk', brand: '100%', appVersion: '1.2.2' });
    await one.connect();
  });

  it.each<[object, string[]]>([
    [{ all: true }, ['Desk', 'Shelf 1', 'Shelf 2']],
    [{ brand: 'xiaomi' }, ['Shelf 1', 'Shelf 2']],
    [{ brand: '%' }, []],
    [{ tag: 'FARM', model: '15' }, ['Shelf 2']],
    [{ name: 'shelf' }, ['Shelf 1', 'Shelf 2']],
    [{ appVersion: '1.2.2' }, ['Desk']],
    [{ online: true }, ['Shelf 1']],
    [{ all: true, online: false }, ['Desk', 'Shelf 2']],
  ])('runs on the devices that match %j', async (selector, names) => {
    const body = { code: '1', selector };
    if (names.length === 0) expect(await answerOf(send(body))).toEqual(invalidAt('selector'));
    else expect(await devicesOf(body)).toEqual(names);
  });
});
