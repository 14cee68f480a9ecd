import type { Preset } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, conflict, done, invalidAt, notFound, refusal } from '../../testing/errors';
import { createDevice } from '../../testing/test-device';
import { createDevscript, publishScript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let deviceId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  deviceId = (await createDevice(server, owner, { name: 'Shelf', tags: ['farm'] }))._id;
});

const send = (body: object) => owner.as.post('/v1/presets').send(body);
const create = async (body: object) => (await send({ name: 'Nightly', ...body }).expect(201)).body as Preset;
const read = async (presetId: string) =>
  (await owner.as.get(`/v1/presets/${presetId}`).expect(200)).body as Preset;
const run = (presetId: string, headers = {}) => owner.as.post(`/v1/presets/${presetId}/run`).set(headers);

describe('POST /v1/presets', () => {
  it('stores a script with devices, vars and time limits', async () => {
    const { _id: scriptId } = await createDevscript(owner, { name: 'Check' });
    const fields = { scriptId, vars: { city: '大理', nul: '\0' }, timeout: 60, deliverWithin: 600 };
    const preset = await create({ ...fields, devices: [{ _id: deviceId }, { _id: deviceId }] });
    expect(preset).toEqual({
      _id: preset._id,
      name: 'Nightly',
      ...fields,
      devices: [{ _id: deviceId, name: 'Shelf' }],
      scriptName: 'Check',
      createdAt: preset.createdAt,
    });
    expect(await read(preset._id)).toEqual(preset);
  });

  it('is listed without its code and values', async () => {
    const {
      code: _code,
      vars: _vars,
      ...summary
    } = await create({
      ...{ code: '"\0"', vars: { city: '大理', nul: '\0' }, timeout: 60 },
      devices: [{ _id: deviceId }],
    });
    expect((await owner.as.get('/v1/presets')).body).toEqual({ count: 1, items: [summary] });
  });

  it('is found by a part of its name', async () => {
    for (const name of ['Nightly 50%', 'Morning']) await create({ name, code: '1', selector: { all: true } });
    const names = async (text: string) => {
      const { items } = (await owner.as.get('/v1/presets').query({ name: text }).expect(200)).body;
      return items.map(({ name }: Preset) => name);
    };
    expect(await names('NIGHT')).toEqual(['Nightly 50%']);
    expect(await names('0%')).toEqual(['Nightly 50%']);
    expect(await names('t%')).toEqual([]);
  });

  it('stores code with a selector that matches no device yet', async () => {
    const preset = await create({ code: '1', selector: { tag: 'later' } });
    expect(preset).toMatchObject({ code: '1', selector: { tag: 'later' }, scriptName: null });
    expect(await answerOf(run(preset._id))).toEqual(invalidAt('selector'));
  });

  it('rejects a preset that could not run', async () => {
    const stranger = await server.createAccount();
    const theirDevice = await createDevice(server, stranger);
    const { _id: theirScript } = await createDevscript(stranger);
    const { body: theirGroup } = await stranger.as
      .post('/v1/device-groups')
      .send({ name: 'T', rule: { all: true } });
    const all = { selector: { all: true } };
    for (const [body, answer] of [
      [{ code: '1' }, invalidAt('devices')],
      [{ ...all }, invalidAt('scriptId')],
      [{ code: '1', scriptId: newId(), ...all }, invalidAt('scriptId')],
      [{ code: '1', selector: {} }, invalidAt('selector')],
      [{ code: '1', vars: { key: { $secret: 'NONE' } }, ...all }, invalidAt('vars.key')],
      [{ scriptId: theirScript, ...all }, refusal('notFound', 'scriptId')],
      [{ code: '1', devices: [{ _id: theirDevice._id }] }, refusal('notFound', 'devices.0._id')],
      [{ code: '1', selector: { group: theirGroup._id } }, refusal('notFound', 'selector.group')],
    ] as const) {
      expect(await answerOf(send({ name: 'Nightly', ...body }))).toEqual(answer);
    }
    expect((await owner.as.get('/v1/presets')).body).toEqual({ count: 0, items: [] });
  });

  it('returns 409 for a name that is taken', async () => {
    await create({ code: '1', selector: { all: true } });
    expect(await answerOf(send({ name: 'Nightly', code: '2', selector: { all: true } }))).toEqual(conflict);
  });
});

describe('PUT /v1/presets/:presetId', () => {
  it('replaces all fields', async () => {
    const { _id, createdAt } = await create({ code: '1', selector: { all: true }, vars: { a: 1 } });
    const changed = { name: 'Daily', code: '2', devices: [{ _id: deviceId }] };
    expect(await answerOf(owner.as.put(`/v1/presets/${_id}`).send(changed))).toEqual(done);
    const devices = [{ _id: deviceId, name: 'Shelf' }];
    expect(await read(_id)).toEqual({ _id, ...changed, devices, scriptName: null, createdAt });
  });

  it('accepts a preset as it was returned', async () => {
    const preset = await create({ code: '1', selector: { tag: 'farm' }, timeout: 5 });
    await owner.as
      .put(`/v1/presets/${preset._id}`)
      .send({ ...preset, name: 'Daily' })
      .expect(204);
    expect(await read(preset._id)).toEqual({ ...preset, name: 'Daily' });
  });
});

describe('DELETE /v1/presets/:presetId', () => {
  it('deletes the preset', async () => {
    const { _id } = await create({ code: '1', selector: { all: true } });
    expect(await answerOf(owner.as.delete(`/v1/presets/${_id}`))).toEqual(done);
    expect(await answerOf(owner.as.delete(`/v1/presets/${_id}`))).toEqual(notFound);
  });
});

describe('POST /v1/presets/:presetId/run', () => {
  it('creates the job on the devices that its selector matches now', async () => {
    const { script } = await publishScript(server, owner);
    const vars = { a: 1 };
    const { _id } = await create({ scriptId: script._id, selector: { tag: 'farm' }, vars, timeout: 60 });
    await createDevice(server, owner, { name: 'New', tags: ['farm'] });
    await createDevice(server, owner, { name: 'Desk' });
    const { body: job } = await run(_id).expect(201);
    expect(job).toMatchObject({ kind: 'script', scriptId: script._id, vars, timeout: 60 });
    expect(job.counts.queued).toBe(2);
  });

  it('uses the rollout and retry options of the preset', async () => {
    const careful = { rollout: { waves: [10], stopAfterFailedPercent: 20 }, retry: { attempts: 3 } };
    const { _id } = await create({ code: '1', selector: { all: true }, ...careful });
    expect(await read(_id)).toMatchObject(careful);
    const { body: job } = await run(_id).expect(201);
    expect(job).toMatchObject({ rollout: { stopAfterFailedPercent: 20 }, retry: { attempts: 3 } });
  });

  it('returns the same job for the same Idempotency-Key', async () => {
    const { _id } = await create({ code: '1', selector: { all: true } });
    const key = { 'Idempotency-Key': newId() };
    const first = await run(_id, key).expect(201);
    expect((await run(_id, key).expect(201)).body).toEqual(first.body);
    expect((await owner.as.get('/v1/jobs')).body.count).toBe(1);
    const other = await create({ name: 'Other', code: '1', selector: { all: true } });
    expect(await answerOf(run(other._id, key))).toEqual(refusal('idempotencyMismatch'));
  });

  it('skips deleted devices and returns 409 if none is left', async () => {
    const gone = await createDevice(server, owner);
    const { _id } = await create({ code: '1', devices: [{ _id: gone._id }, { _id: deviceId }] });
    await owner.as.delete(`/v1/devices/${gone._id}`).expect(204);
    expect((await run(_id).expect(201)).body.counts.queued).toBe(1);
    await owner.as.delete(`/v1/devices/${deviceId}`).expect(204);
    expect((await read(_id)).devices).toEqual([]);
    expect(await answerOf(run(_id))).toEqual(conflict);
  });

  it('returns 404 if its script was deleted', async () => {
    const { _id: scriptId } = await createDevscript(owner, { name: 'Check' });
    const { _id } = await create({ scriptId, selector: { all: true } });
    await owner.as.delete(`/v1/devscripts/${scriptId}`).expect(204);
    expect(await read(_id)).toMatchObject({ scriptId, scriptName: null });
    const { body } = await run(_id).expect(404);
    expect(body.message).toBe('The script of this preset was deleted. Choose another script.');
  });

  it('requires the scope run', async () => {
    const { _id } = await create({ code: '1', selector: { all: true } });
    const token = await owner.createToken({ scopes: ['read', 'write'] });
    const answer = run(_id).set('Authorization', `token ${token}`);
    expect(await answerOf(answer)).toEqual(refusal('missingScope'));
  });
});
