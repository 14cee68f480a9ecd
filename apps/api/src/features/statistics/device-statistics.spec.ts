import type { DeviceStatistics } from '@drover/contract';
import { eventually } from '../../testing/eventually';
import { createDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { countDevices } from '../counters/count-devices';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function getDevices({ as }: TestAccount): Promise<DeviceStatistics> {
  return (await as.get('/v1/statistics/devices').expect(200)).body as DeviceStatistics;
}

describe('GET /v1/statistics/devices', () => {
  it('counts devices that are online, and names those that went offline in the last day', async () => {
    const owner = await server.createAccount();
    const devices = await Promise.all(Array.from({ length: 4 }, () => createDevice(server, owner)));
    const links = await Promise.all(devices.slice(0, 3).map((device) => device.connect()));
    expect(await getDevices(owner)).toMatchObject({ devices: 4, online: 3, wentOffline: { total: 0 } });
    await links[0].close();
    await links[1].close();
    await eventually(async () => expect(await getDevices(owner)).toMatchObject({ online: 1 }));
    await server.context.prisma.device.update({
      where: { id: devices[1]._id },
      data: { lastSeenAt: new Date(Date.now() - 25 * 3_600_000) },
    });
    const { online, wentOffline } = await getDevices(owner);
    expect({ online, total: wentOffline.total }).toEqual({ online: 1, total: 1 });
    expect(wentOffline.items).toEqual([
      { _id: devices[0]._id, name: expect.any(String) as string, lastSeenAt: expect.any(String) as string },
    ]);
    await links[2].close();
  });

  it('has the counts of the last 24 hours, of which each hour is counted once', async () => {
    const owner = await server.createAccount();
    const link = await (await createDevice(server, owner)).connect();
    const { pool, prisma } = server.context;
    await prisma.hourlyDevices.deleteMany();
    const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / 3_600_000 - hours) * 3_600_000);
    const counts = [49, 30, 2].map((hours) => ({
      accountId: owner.accountId,
      hour: hoursAgo(hours),
      online: hours,
    }));
    await prisma.hourlyDevices.createMany({ data: counts });
    await countDevices(pool);
    await link.close();
    await countDevices(pool);
    expect((await getDevices(owner)).items).toEqual([
      { at: hoursAgo(2).toISOString(), online: 2 },
      { at: hoursAgo(0).toISOString(), online: 1 },
    ]);
    expect(await prisma.hourlyDevices.count({ where: { accountId: owner.accountId } })).toBe(3);
    expect((await getDevices(await server.createAccount())).items).toEqual([]);
  });
});
