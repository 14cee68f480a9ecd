import { LIMITS, type DeviceList, type MessageList } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, done, invalidAt, refusal } from '../../testing/errors';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { createDevscript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let devices: TestDevice[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  devices = [];
  for (const name of ['one', 'two', 'three']) devices.push(await createDevice(server, owner, { name }));
});

const references = (count = 2) => devices.slice(0, count).map(({ _id }) => ({ _id }));
const list = async () => ((await owner.as.get('/v1/devices')).body as DeviceList).items;
const unknown = refusal('notFound', 'devices.1._id');

describe.each(['devices', 'robots'])('POST /v1/%s/update', (family) => {
  const update = (body: object) => answerOf(owner.as.post(`/v1/${family}/update`).send(body));
  const tags = async () => Object.fromEntries((await list()).map((device) => [device.name, device.tags]));

  it('replaces the tags of the devices, and removes them', async () => {
    expect(await update({ devices: [...references(), ...references()], tags: ['Lab'] })).toEqual(done);
    expect(await tags()).toEqual({ one: ['Lab'], two: ['Lab'], three: [] });
    const found = await owner.as.get('/v1/devices').query({ tag: 'lab' });
    expect(found.body.count).toBe(2);
    expect(await update({ devices: references(1), tags: [] })).toEqual(done);
    expect(await tags()).toEqual({ one: [], two: ['Lab'], three: [] });
  });

  it('changes nothing if a device is unknown or belongs to another account', async () => {
    const foreign = await createDevice(server, await server.createAccount());
    for (const _id of [foreign._id, newId(), 'no ID']) {
      expect(await update({ devices: [...references(1), { _id }], tags: ['lab'] })).toEqual(unknown);
    }
    expect(await tags()).toEqual({ one: [], two: [], three: [] });
  });

  it('refuses requests without devices and invalid tags', async () => {
    expect(await update({ devices: [], tags: [] })).toEqual(invalidAt('devices'));
    expect(await update({ devices: references() })).toEqual(invalidAt('tags'));
    const tooLong = 'x'.repeat(LIMITS.deviceTagChars + 1);
    expect(await update({ devices: references(), tags: [tooLong] })).toEqual(invalidAt('tags.0'));
  });
});

describe.each(['devices', 'robots'])('POST /v1/%s/remove', (family) => {
  const remove = (body: object) => answerOf(owner.as.post(`/v1/${family}/remove`).send(body));
  const names = async () => (await list()).map(({ name }) => name);

  it('deletes the devices, ends their links and cancels their runs', async () => {
    const link = await devices[0].connect();
    const { _id } = await createDevscript(owner);
    const run = await owner.as.post(`/v1/devscripts/${_id}/run`).send({ devices: references(3) });
    expect(await remove({ devices: references() })).toEqual(done);
    expect(await names()).toEqual(['three']);
    await link.next('forget');
    const { counts } = (await owner.as.get(run.headers.location)).body;
    expect(counts).toMatchObject({ queued: 1 });
    expect(counts.canceled + counts.lost).toBe(2);
    const { items } = (await owner.as.get('/v1/audit')).body as { items: { action: string }[] };
    expect(items.map(({ action }) => action)).toContain('device.remove');
  });

  it('deletes nothing if a device is unknown or belongs to another account', async () => {
    const foreign = await createDevice(server, await server.createAccount());
    for (const other of [foreign._id, newId()]) {
      expect(await remove({ devices: [...references(1), { _id: other }] })).toEqual(unknown);
    }
    expect(await names()).toHaveLength(3);
    expect(await remove({ devices: [] })).toEqual(invalidAt('devices'));
  });
});

describe.each(['devices', 'robots'])('POST /v1/%s/messages', (family) => {
  const send = (body: object) => answerOf(owner.as.post(`/v1/${family}/messages`).send(body));
  const inbox = async () => ((await owner.as.get('/v1/messages')).body as MessageList).items;
  const message = { title: 'Maintenance', text: 'Please charge me.' };

  it('shows one message on all devices', async () => {
    const links = [await devices[0].connect(), await devices[1].connect()];
    expect(await send({ devices: references(), ...message })).toEqual(done);
    for (const link of links) {
      expect(await link.next('message')).toMatchObject(message);
      await link.close();
    }
    expect(await inbox()).toMatchObject([message]);
  });

  it('sends nothing if a device is unknown or its app is too old for messages', async () => {
    expect(await send({ devices: [...references(1), { _id: newId() }], ...message })).toEqual(unknown);
    const old = await createDevice(server, owner, { appVersion: '1.2.1' });
    const both = [...references(1), { _id: old._id }];
    expect(await send({ devices: both, ...message })).toEqual(refusal('oldClient'));
    expect(await inbox()).toEqual([]);
  });

  it('refuses texts that are too long', async () => {
    const title = 'x'.repeat(LIMITS.messageTitleChars + 1);
    expect(await send({ devices: references(), ...message, title })).toEqual(invalidAt('title'));
  });
});
