import { createDevice, type TestDevice } from '../../testing/test-device';
import { createDevscript } from '../../testing/test-devscript';
import { execute } from '../../testing/test-jobs';
import { eventually } from '../../testing/eventually';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => (server = await startTestServer()));
afterAll(() => server.close());

beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
  for (const name of ['SHOP', 'WIFI']) {
    await owner.as.put(`/v1/secrets/${name}`).send({ value: 'a value' }).expect(204);
  }
});

/** Reads the secrets by name. */
async function readSecrets(
  account = owner,
): Promise<Record<string, { usedBy: unknown[]; lastUsedAt: unknown }>> {
  const { body } = await account.as.get('/v1/secrets').expect(200);
  const { items } = body as { items: { name: string; usedBy: unknown[]; lastUsedAt: unknown }[] };
  return Object.fromEntries(items.map((secret) => [secret.name, secret]));
}

const request = (vars: object, code = '1') => ({ code, selector: { all: true }, vars });

describe('GET /v1/secrets', () => {
  it('names the presets, schedules and saved inputs that refer to each secret', async () => {
    const vars = { deep: [{ $secret: 'SHOP' }], again: { $secret: 'SHOP' }, other: { $secret: 'WIFI' } };
    const preset = await owner.as
      .post('/v1/presets')
      .send({ name: 'Shop', ...request(vars) })
      .expect(201);
    const job = request({ key: { $secret: 'SHOP' } });
    const when = { cron: '0 3 * * *', timeZone: 'UTC' };
    const schedule = await owner.as.post('/v1/schedules').send({ name: 'Nightly', when, job }).expect(201);
    const { _id: scriptId } = await createDevscript(owner, { name: 'Login' });
    await owner.as
      .put(`/v1/devscripts/${scriptId}/values`)
      .send({ key: { $secret: 'SHOP' } })
      .expect(204);
    // A text that looks like a reference.
    const text = request({ text: '{"$secret":"WIFI"}' }, 'const example = {"$secret":"WIFI"};');
    await owner.as
      .post('/v1/presets')
      .send({ name: 'Text', ...text })
      .expect(201);

    const { SHOP, WIFI } = await readSecrets();
    expect(SHOP.usedBy).toEqual([
      { kind: 'devscript', _id: scriptId, name: 'Login' },
      { kind: 'preset', _id: preset.body._id, name: 'Shop' },
      { kind: 'schedule', _id: schedule.body._id, name: 'Nightly' },
    ]);
    expect(WIFI.usedBy).toEqual([{ kind: 'preset', _id: preset.body._id, name: 'Shop' }]);

    const other = await server.createAccount();
    await other.as.put('/v1/secrets/SHOP').send({ value: 'a value' }).expect(204);
    expect((await readSecrets(other)).SHOP.usedBy).toEqual([]);
  });

  it('tells when a run last got the value', async () => {
    expect((await readSecrets()).SHOP.lastUsedAt).toBeNull();
    const link = await device.connect();
    await execute(owner, [device], { vars: { key: { $secret: 'SHOP' } } });
    const { runId } = await link.start();
    await eventually(async () => {
      const { SHOP, WIFI } = await readSecrets();
      expect(SHOP.lastUsedAt).toEqual(expect.stringMatching(/^20/));
      expect(WIFI.lastUsedAt).toBeNull();
    });
    await link.finish(runId);
    await link.close();
  });
});
