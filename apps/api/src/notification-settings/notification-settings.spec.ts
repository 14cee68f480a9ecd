import { LIMITS } from '@drover/contract';
import { newId } from '../database/ids';
import { answerOf, done, invalidAt, refusal } from '../testing/errors';
import { createDevice } from '../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
});

const put = (devices: unknown) => answerOf(owner.as.put('/v1/notification-settings').send({ devices }));
const chosen = async () =>
  (await owner.as.get('/v1/notification-settings').expect(200)).body as { devices: string[] };
const createDevices = async (count: number) => {
  const devices = await Promise.all(Array.from({ length: count }, () => createDevice(server, owner)));
  return devices.map(({ _id }) => _id);
};

describe('GET /v1/notification-settings', () => {
  it('has no device at first', async () => {
    expect(await chosen()).toEqual({ devices: [] });
  });

  it('passes over devices that are gone', async () => {
    const [stays, goes] = await createDevices(2);
    expect(await put([goes, stays])).toEqual(done);
    await owner.as.delete(`/v1/devices/${goes}`).expect(204);
    expect(await chosen()).toEqual({ devices: [stays] });
  });
});

describe('PUT /v1/notification-settings', () => {
  it('keeps the choice in its order, each device once', async () => {
    const [a, b] = await createDevices(2);
    expect(await put([b, a, b])).toEqual(done);
    expect(await chosen()).toEqual({ devices: [b, a] });
    expect(await put([])).toEqual(done);
    expect(await chosen()).toEqual({ devices: [] });
  });

  it('refuses what is not the caller’s, names it, and changes nothing', async () => {
    const [mine] = await createDevices(1);
    const theirs = await createDevice(server, await server.createAccount());
    expect(await put([mine])).toEqual(done);
    expect(await put([mine, theirs._id, newId(), 'no id'])).toEqual(
      refusal('notFound', 'devices.1', 'devices.2', 'devices.3'),
    );
    expect(await chosen()).toEqual({ devices: [mine] });
  });

  it('takes the greatest number of devices, and not one more', async () => {
    const devices = await createDevices(LIMITS.notificationDevices);
    expect(await put(devices)).toEqual(done);
    expect(await put([...devices, devices[0]])).toEqual(invalidAt('devices'));
    expect((await chosen()).devices).toHaveLength(LIMITS.notificationDevices);
  });

  it('takes a selector, which chooses anew at each sending', async () => {
    const [named] = await createDevices(1);
    const selector = { tag: 'alarm' };
    const choose = (body: object) => answerOf(owner.as.put('/v1/notification-settings').send(body));
    expect(await choose({ selector })).toEqual(done);
    expect(await chosen()).toEqual({ devices: [], selector });
    expect(await choose({ devices: [named], selector })).toEqual(done);
    expect(await chosen()).toEqual({ devices: [named], selector });
    const old = await createDevice(server, owner, { tags: ['alarm'], appVersion: '1.0.0' });
    const later = await createDevice(server, owner, { tags: ['Alarm'] });
    await owner.as.post('/v1/message/send').send({ text: 'now' }).expect(204);
    const { prisma } = server.service;
    const deliveries = await prisma.messageDelivery.findMany({
      where: { device: { accountId: owner.accountId } },
    });
    expect(deliveries.map(({ deviceId }) => deviceId).sort()).toEqual([named, later._id].sort());
    expect(deliveries.map(({ deviceId }) => deviceId)).not.toContain(old._id);
    expect(await choose({ devices: [] })).toEqual(done);
    expect(await chosen()).toEqual({ devices: [] });
  });

  it('refuses a group that is not the caller’s', async () => {
    const group = newId();
    const request = owner.as.put('/v1/notification-settings').send({ selector: { group } });
    expect(await answerOf(request)).toEqual(refusal('notFound', 'selector.group'));
  });

  it('needs a list', async () => {
    expect(await put(undefined)).toEqual(invalidAt('devices'));
    expect(await put([1])).toEqual(invalidAt('devices.0'));
  });
});
