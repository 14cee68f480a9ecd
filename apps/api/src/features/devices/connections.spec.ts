import { LIMITS } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, notFound } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { createDevice, TestLink, type TestDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
beforeEach(async () => {
  device = await createDevice(server, owner);
});
afterAll(() => server.close());

interface Connections {
  count: number;
  items: { _id: string; connectedAt: string; disconnectedAt: string | null }[];
  nextCursor?: string;
}
const list = async (query: object = {}, family = 'devices') =>
  (await owner.as.get(`/v1/${family}/${device._id}/connections`).query(query).expect(200))
    .body as Connections;
/** Waits until the end of the connections is stored. */
const listEnded = () =>
  eventually(async () => {
    const { items } = await list();
    expect(items[0]?.disconnectedAt).not.toBeNull();
    return items;
  });

describe.each(['devices', 'robots'])('GET /v1/%s/:deviceId/connections', (family) => {
  it('lists when the device was online, newest first', async () => {
    expect(await list({}, family)).toEqual({ count: 0, items: [] });
    const first = await device.connect();
    await first.close();
    await listEnded();
    const second = await device.connect();
    const { count, items } = await list({}, family);
    expect(count).toBe(2);
    const [current, earlier] = items;
    expect(current).toMatchObject({ disconnectedAt: null });
    expect(Date.parse(earlier.disconnectedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(earlier.connectedAt));
    expect(Date.parse(current.connectedAt)).toBeGreaterThanOrEqual(Date.parse(earlier.disconnectedAt ?? ''));
    await second.close();
  });

  it('returns pages', async () => {
    for (let n = 0; n < 3; n += 1) await (await device.connect()).close();
    const all = (await list({}, family)).items.map(({ _id }) => _id);
    const { count, items, nextCursor } = await list({ limit: 2 }, family);
    expect({ count, ids: items.map(({ _id }) => _id) }).toEqual({ count: 2, ids: all.slice(0, 2) });
    const rest = await list({ limit: 2, cursor: nextCursor }, family);
    expect(rest).toMatchObject({ count: 1, items: [{ _id: all[2] }] });
    expect(rest).not.toHaveProperty('nextCursor');
  });

  it('returns 404 for a device that was deleted or belongs to another account', async () => {
    await (await device.connect()).close();
    const stranger = await server.createAccount();
    const path = `/v1/${family}/${device._id}/connections`;
    expect(await answerOf(stranger.as.get(path))).toEqual(notFound);
    await owner.as.delete(`/v1/devices/${device._id}`).expect(204);
    expect(await answerOf(owner.as.get(path))).toEqual(notFound);
    expect(await server.context.prisma.deviceConnection.count({ where: { deviceId: device._id } })).toBe(0);
  });
});

describe('a connection', () => {
  it('ends when a newer link replaces it', async () => {
    const older = await device.connect();
    const newer = await device.connect();
    await older.closed();
    const [current, replaced] = (await list()).items;
    expect(current.disconnectedAt).toBeNull();
    expect(replaced.disconnectedAt).toBe(current.connectedAt);
    await newer.close();
    expect((await listEnded())[1]).toEqual(replaced);
  });

  it('ends with the lease of a crashed node', async () => {
    const { prisma } = server.context;
    const [nodeId, linkId, leaseUntil] = [newId(), newId(), new Date(Date.now() - 60_000)];
    const connectedAt = new Date(Date.now() - 120_000);
    await prisma.node.create({ data: { id: nodeId, leaseUntil } });
    await prisma.device.update({ where: { id: device._id }, data: { nodeId, linkId } });
    await prisma.deviceConnection.create({ data: { id: linkId, deviceId: device._id, connectedAt } });
    expect(await listEnded()).toEqual([
      { _id: linkId, connectedAt: connectedAt.toISOString(), disconnectedAt: leaseUntil.toISOString() },
    ]);
  });

  it('ends when the server stops', async () => {
    const other = await startTestServer();
    const link = await TestLink.open(other.url, device.token);
    await Promise.all([link.closed(), other.close()]);
    expect((await list()).items).toMatchObject([{ disconnectedAt: expect.stringMatching(/Z$/) }]);
  });

  it('replaces the oldest one at the limit', async () => {
    const { deviceConnections } = LIMITS;
    await server.context.pool.query(
      `INSERT INTO "DeviceConnection" (id, "deviceId", "disconnectedAt")
       SELECT lpad(n::text, 24, '0'), $1, now() FROM generate_series(1, $2) n`,
      [device._id, deviceConnections],
    );
    const link = await device.connect();
    const { count, items } = await list({ limit: deviceConnections });
    expect(count).toBe(deviceConnections);
    expect(items[0]).toMatchObject({ disconnectedAt: null });
    expect(items.at(-1)?._id).toBe('2'.padStart(24, '0'));
    await link.close();
  });
});
