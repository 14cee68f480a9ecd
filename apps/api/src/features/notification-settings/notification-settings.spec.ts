import { LIMITS } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, done, invalidAt, refusal } from '../../testing/errors';
import { createDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

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
const getSettings = async () =>
  (await owner.as.get('/v1/notification-settings').expect(200)).body as { devices: string[] };
const createDevices = async (count: number) => {
  const devices = await Promise.all(Array.from({ length: count }, () => createDevice(server, owner)));
  return devices.map(({ _id }) => _id);
};

describe('GET /v1/notification-settings', () => {
  it('returns no devices by default', async () => {
    expect(await getSettings()).toEqual({ devices: [] });
  });

  it('omits deleted devices', async () => {
    const [remaining, deleted] = await createDevices(2);
    expect(await put([deleted, remaining])).toEqual(done);
    await owner.as.delete(`/v1/devices/${deleted}`).expect(204);
    expect(await getSettings()).toEqual({ devices: [remaining] });
  });
});

describe('PUT /v1/notification-settings', () => {
  it('stores the devices in their order, without duplicates', async () => {
    const [a, b] = await createDevices(2);
    expect(await put([b, a, b])).toEqual(done);
    expect(await getSettings()).toEqual({ devices: [b, a] });
    expect(await put([])).toEqual(done);
    expect(await getSettings()).toEqual({ devices: [] });
  });

  it('returns 404 with the devices of another account, and changes nothing', async () => {
    const [mine] = await createDevices(1);
    const othersDevice = await createDevice(server, await server.createAccount());
    expect(await put([mine])).toEqual(done);
    expect(await put([mine, othersDevice._id, newId(), 'no id'])).toEqual(
      refusal('notFound', 'devices.1', 'devices.2', 'devices.3'),
    );
    expect(await getSettings()).toEqual({ devices: [mine] });
  });

  it('limits the number of devices', async () => {
    const devices = await createDevices(LIMITS.notificationDevices);
    expect(await put(devices)).toEqual(done);
    expect(await put([...devices, devices[0]])).toEqual(invalidAt('devices'));
    expect((await getSettings()).devices).toHaveLength(LIMITS.notificationDevices);
  });

  it('stores a selector, which is applied to each message', async () => {
    const [named] = await createDevices(1);
    const selector = { tag: 'alarm' };
    const updateSettings = (body: object) => answerOf(owner.as.put('/v1/notification-settings').send(body));
    expect(await updateSettings({ selector })).toEqual(done);
    expect(await getSettings()).toEqual({ devices: [], selector });
    expect(await updateSettings({ devices: [named], selector })).toEqual(done);
    expect(await getSettings()).toEqual({ devices: [named], selector });
    const old = await createDevice(server, owner, { tags: ['alarm'], appVersion: '1.0.0' });
    const later = await createDevice(server, owner, { tags: ['Alarm'] });
    await owner.as.post('/v1/message/send').send({ text: 'now' }).expect(204);
    const { prisma } = server.context;
    const deliveries = await prisma.messageDelivery.findMany({
      where: { device: { accountId: owner.accountId } },
    });
    expect(deliveries.map(({ deviceId }) => deviceId).sort()).toEqual([named, later._id].sort());
    expect(deliveries.map(({ deviceId }) => deviceId)).not.toContain(old._id);
    expect(await updateSettings({ devices: [] })).toEqual(done);
    expect(await getSettings()).toEqual({ devices: [] });
  });

  it('returns 404 for a group of another account', async () => {
    const group = newId();
    const request = owner.as.put('/v1/notification-settings').send({ selector: { group } });
    expect(await answerOf(request)).toEqual(refusal('notFound', 'selector.group'));
  });

  it('returns 422 without a list of devices', async () => {
    expect(await put(undefined)).toEqual(invalidAt('devices'));
    expect(await put([1])).toEqual(invalidAt('devices.0'));
  });
});
