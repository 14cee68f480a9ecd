import { AGENT_VERSION } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { CLOSE_CODES, LINK_LIMITS } from '@drover/contract';
import { answerOf, notFound } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { recordFacts } from './facts';

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

const facts = {
  os: 'Debian GNU/Linux',
  osVersion: '12 (bookworm)',
  architecture: 'arm64',
  hostname: 'front-desk',
  addresses: ['192.168.1.20', '2001:db8::20'],
  cpu: 'Cortex-A72',
  cores: 4,
  memoryBytes: 4e9,
  freeMemoryBytes: 1e9,
  diskBytes: 32e9,
  freeDiskBytes: 8e9,
  batteryPercent: 80,
  isCharging: true,
};
const read = async (family = 'devices') =>
  (await owner.as.get(`/v1/${family}/${device._id}/facts`).expect(200)).body as Record<string, unknown>;
/** Waits until a device has reported facts. */
const readStored = () =>
  eventually(async () => {
    const stored = await read();
    expect(stored.reportedAt).not.toBeNull();
    return stored;
  });

describe.each(['devices', 'robots'])('GET /v1/%s/:deviceId/facts', (family) => {
  it('returns what the device reported last', async () => {
    expect(await read(family)).toEqual({ reportedAt: null, isOutdated: false });
    const link = await device.connect();
    link.sendRaw({ type: 'facts', ...facts });
    await readStored();
    expect(await read(family)).toEqual({ ...facts, reportedAt: expect.any(String), isOutdated: false });
    await link.close();
    const again = await device.connect();
    again.sendRaw({ type: 'facts', os: 'Debian GNU/Linux' });
    await eventually(async () => expect(await read(family)).not.toHaveProperty('hostname'));
    await again.close();
  });

  it('says whether the agent is older than that of the server', async () => {
    const appVersion = async (version: string, platform = 'linux') => {
      device = await createDevice(server, owner, { appVersion: version, platform });
      return (await read(family)).isOutdated;
    };
    expect(await appVersion('1.9.9')).toBe(true);
    expect(await appVersion(AGENT_VERSION)).toBe(false);
    expect(await appVersion('999.0.0')).toBe(false);
    expect(await appVersion('1.9.9', 'android (AutoX)')).toBe(false);
    const agentVersion = async (version: string) => {
      device = await createDevice(server, owner, { appVersion: '7.0.4', platform: 'android' });
      const link = await device.connect({ platform: 'android' });
      link.sendRaw({ type: 'facts', agentVersion: version });
      await eventually(async () => expect(await read(family)).toMatchObject({ agentVersion: version }));
      await link.close();
      return (await read(family)).isOutdated;
    };
    expect(await agentVersion('1.9.9')).toBe(true);
    expect(await agentVersion(AGENT_VERSION)).toBe(false);
  });

  it('returns 404 for a device of another account', async () => {
    const other = await server.createAccount();
    const foreign = await createDevice(server, other);
    expect(await answerOf(owner.as.get(`/v1/${family}/${foreign._id}/facts`))).toEqual(notFound);
  });
});

describe('facts of a device', () => {
  it('are stored once per minute and link', async () => {
    const link = await device.connect();
    for (let n = 0; n <= BUDGET.linkFacts.max; n += 1) link.sendRaw({ type: 'facts', cores: n + 1 });
    // The device sends durable frames after its facts, so these have been handled once they are acknowledged.
    await link.report({ type: 'received', messageId: '0'.repeat(24) });
    expect(await readStored()).toMatchObject({ cores: BUDGET.linkFacts.max });
    await link.close();
  });

  it.each([
    ['a text that is too long', { hostname: 'x'.repeat(LINK_LIMITS.factChars + 1) }],
    ['too many addresses', { addresses: Array<string>(LINK_LIMITS.factAddresses + 1).fill('::1') }],
    ['a battery beyond 100 %', { batteryPercent: 101 }],
  ])('end the link with %s', async (_what, invalid) => {
    const link = await device.connect();
    link.sendRaw({ type: 'facts', ...invalid });
    expect(await link.closed()).toBe(CLOSE_CODES.badFrame);
    expect(await read()).toEqual({ reportedAt: null, isOutdated: false });
  });

  it('are kept at their limits', async () => {
    const link = await device.connect();
    const most = {
      hostname: '界'.repeat(LINK_LIMITS.factChars),
      addresses: Array<string>(LINK_LIMITS.factAddresses).fill('::1'),
      batteryPercent: 100,
    };
    link.sendRaw({ type: 'facts', ...most });
    expect(await readStored()).toMatchObject(most);
    await link.close();
  });

  it('of a deleted device do not keep those of others from being stored', async () => {
    await recordFacts(server.context, [
      { deviceId: '0'.repeat(24), facts: { cores: 1 } },
      { deviceId: device._id, facts: { cores: 2 } },
    ]);
    expect(await read()).toMatchObject({ cores: 2 });
  });
});
