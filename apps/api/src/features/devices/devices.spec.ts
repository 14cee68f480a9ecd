import { LIMITS } from '@drover/contract';
import { eventually } from '../../testing/eventually';
import { createDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  stranger = await server.createAccount();
});
afterAll(() => server.close());

describe.each(['devices', 'robots'])('PUT /v1/%s/:deviceId', (family) => {
  it('renames and tags the device', async () => {
    const { _id } = await createDevice(server, owner);
    await owner.as
      .put(`/v1/${family}/${_id}`)
      .send({ name: '小米 14', tags: ['红'] })
      .expect(204, '');
    const { body } = await owner.as.get(`/v1/${family}/${_id}`).expect(200);
    expect(body).toMatchObject({ _id, name: '小米 14', tags: ['红'], online: false });
  });

  it('replaces half of a surrogate pair in names and tags', async () => {
    const { _id } = await createDevice(server, owner);
    const [name, tags] = ['a\ud800', ['b\udfff']];
    await owner.as.put(`/v1/${family}/${_id}`).send({ name, tags }).expect(204);
    const { body } = await owner.as.get(`/v1/${family}/${_id}`).expect(200);
    expect(body).toMatchObject({ name: 'a\ufffd', tags: ['b\ufffd'] });
  });

  it('changes nothing for an empty body', async () => {
    const { _id, name } = await createDevice(server, owner, { tags: ['a'] });
    await owner.as.put(`/v1/${family}/${_id}`).expect(204);
    const { body } = await owner.as.get(`/v1/${family}/${_id}`);
    expect(body).toMatchObject({ name, tags: ['a'] });
  });

  it('limits the name, whose length is counted in code points', async () => {
    const { _id } = await createDevice(server, owner);
    const longest = '😀'.repeat(LIMITS.deviceNameChars);
    await owner.as.put(`/v1/${family}/${_id}`).send({ name: longest }).expect(204);
    const { body } = await owner.as
      .put(`/v1/${family}/${_id}`)
      .send({ name: `${longest}!` })
      .expect(422);
    expect(body).toMatchObject({
      code: 1102,
      errors: [{ path: 'name', message: expect.stringContaining('20') }],
    });
  });

  it('returns 404 for a device of another account', async () => {
    const { _id, name } = await createDevice(server, owner);
    await stranger.as.put(`/v1/${family}/${_id}`).send({ name: 'mine' }).expect(404);
    expect((await owner.as.get(`/v1/${family}/${_id}`)).body.name).toBe(name);
  });
});

describe('a connected device', () => {
  it('is online while its link is open', async () => {
    const device = await createDevice(server, owner);
    const link = await device.connect({ appVersion: '3.1.0', brand: 'Xiaomi' });
    const { body } = await owner.as.get(`/v1/devices/${device._id}`);
    expect(body).toMatchObject({ online: true, appVersion: '3.1.0', brand: 'Xiaomi' });
    await link.close();
    await eventually(async () => {
      const { body: disconnected } = await owner.as.get(`/v1/devices/${device._id}`);
      expect(disconnected.online).toBe(false);
    });
  });
});
