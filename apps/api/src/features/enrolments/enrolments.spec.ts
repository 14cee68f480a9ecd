import { LIMITS } from '@drover/contract';
import { answerOf, done, invalidAt, notFound, refusal } from '../../testing/errors';
import { TestLink } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://drover.example.org/' });
});
beforeEach(async () => {
  owner = await server.createAccount();
});
afterAll(() => server.close());

const createKey = async (body: object = {}) =>
  (await owner.as.post('/v1/enrolment-keys').send(body).expect(201)).body;
const labels = { brand: 'Xiaomi', model: 'MI 11', platform: 'android', appVersion: '1.2.2' };
const enrol = (body: object) =>
  answerOf(
    server
      .request()
      .post('/v1/enrolments')
      .send({ ...labels, ...body }),
  );
const listKeys = async () => (await owner.as.get('/v1/enrolment-keys').expect(200)).body;

describe('POST /v1/enrolment-keys', () => {
  it('creates a key for one device that expires after ten minutes', async () => {
    const { key, url, addresses, ...record } = await createKey();
    expect(key).toMatch(/^[A-HJ-KMNP-Z2-9]{6}$/);
    expect(url).toBe(`https://drover.example.org/enrol/${key}`);
    expect(addresses).toEqual(['https://drover.example.org']);
    expect(record).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      ...{ name: null, maxUses: 1, uses: 0 },
      ...{ createdAt: expect.any(String), expiresAt: expect.any(String) },
    });
    expect(Date.parse(record.expiresAt) - Date.now()).toBeGreaterThan(590_000);
    expect(Date.parse(record.expiresAt) - Date.now()).toBeLessThanOrEqual(600_000);
    expect(await listKeys()).toEqual({ count: 1, items: [record] });
  });

  it('accepts parameters up to their limits', async () => {
    const createWith = (body: object) => answerOf(owner.as.post('/v1/enrolment-keys').send(body));
    const limits = {
      name: ['名'.repeat(LIMITS.enrolmentKeyNameChars), '名'.repeat(LIMITS.enrolmentKeyNameChars + 1)],
      maxUses: [LIMITS.enrolmentKeyUsesMax, LIMITS.enrolmentKeyUsesMax + 1],
      expiresIn: [LIMITS.enrolmentKeySecondsMax, LIMITS.enrolmentKeySecondsMax + 1],
    };
    for (const [field, [max, tooMuch]] of Object.entries(limits)) {
      expect(await createWith({ [field]: max })).toMatchObject({ status: 201 });
      expect(await createWith({ [field]: tooMuch })).toEqual(invalidAt(field));
      expect(await createWith({ [field]: field === 'name' ? '' : 0 })).toEqual(invalidAt(field));
    }
  });
});

describe('POST /v1/enrolments', () => {
  it('registers a device that can connect', async () => {
    const { key } = await createKey();
    const { status, body } = (await enrol({ key: ` ${key.toLowerCase()} `, name: '手机' })) as {
      status: number;
      body: { device: { _id: string }; token: string };
    };
    expect(status).toBe(201);
    expect(body).toEqual({
      device: {
        ...{ ...labels, name: '手机', tags: [], online: false, lastSeenAt: null, isolation: '' },
        ...{ _id: expect.stringMatching(/^[0-9a-f]{24}$/), createdAt: expect.any(String) },
      },
      token: expect.stringMatching(/^hmd_[0-9a-f]{64}$/),
    });
    expect((await owner.as.get(`/v1/devices/${body.device._id}`)).body).toEqual(body.device);
    const link = await TestLink.open(server.url, body.token, { appVersion: '1.2.2' });
    expect((await owner.as.get(`/v1/devices/${body.device._id}`)).body.online).toBe(true);
    await link.close();
  });

  it('sets a name for a device that sends none', async () => {
    const { key } = await createKey({ maxUses: 3 });
    const nameOf = async (changes: object) =>
      ((await enrol({ key, ...changes })).body as { device: { name: string } }).device.name;
    expect(await nameOf({})).toBe('Xiaomi MI 11');
    expect(await nameOf({ brand: '', model: '' })).toBe('Device');
    expect(await nameOf({ brand: '😀'.repeat(64) })).toBe('😀'.repeat(LIMITS.deviceNameChars));
  });

  it('limits the uses of a key, also for concurrent requests', async () => {
    const { key, _id } = await createKey({ maxUses: 3 });
    const answers = await Promise.all(Array.from({ length: 6 }, () => enrol({ key })));
    const used = answers.filter(({ status }) => status === 201);
    expect(used).toHaveLength(3);
    expect(answers.filter(({ status }) => status !== 201)).toEqual(
      Array(3).fill(refusal('invalidEnrolmentKey')),
    );
    expect((await owner.as.get('/v1/devices')).body.count).toBe(3);
    expect((await listKeys()).items.map((item: { _id: string }) => item._id)).not.toContain(_id);
  });

  it('returns 401 for an unknown, expired or revoked key', async () => {
    const { key, _id } = await createKey();
    expect(await enrol({ key: 'NOKEY7' })).toEqual(refusal('invalidEnrolmentKey'));
    await server.context.prisma.enrolmentKey.update({ where: { id: _id }, data: { expiresAt: new Date() } });
    expect(await enrol({ key })).toEqual(refusal('invalidEnrolmentKey'));
    expect((await listKeys()).count).toBe(0);
    const revoked = await createKey();
    expect(await answerOf(owner.as.delete(`/v1/enrolment-keys/${revoked._id}`))).toEqual(done);
    expect(await enrol({ key: revoked.key })).toEqual(refusal('invalidEnrolmentKey'));
    expect((await owner.as.get('/v1/devices')).body.count).toBe(0);
  });

  it('does not count invalid requests as uses of the key', async () => {
    const { key } = await createKey();
    expect(await enrol({ key, name: 'n'.repeat(LIMITS.deviceNameChars + 1) })).toEqual(invalidAt('name'));
    expect(await enrol({ key, brand: 'b'.repeat(LIMITS.deviceLabelChars + 1) })).toEqual(invalidAt('brand'));
    expect(await enrol({ key, appVersion: 'v'.repeat(LIMITS.appVersionChars + 1) })).toEqual(
      invalidAt('appVersion'),
    );
    expect(await enrol({ key, platform: undefined })).toEqual(invalidAt('platform'));
    const longest = { name: 'n'.repeat(20), brand: '😀'.repeat(64), appVersion: 'v'.repeat(32) };
    expect(await enrol({ key, ...longest })).toMatchObject({ status: 201, body: { device: longest } });
  });
});

describe('DELETE /v1/enrolment-keys/:keyId', () => {
  it('returns 404 for a key of another account', async () => {
    const stranger = await server.createAccount();
    const { _id, key } = await createKey();
    expect(await answerOf(stranger.as.delete(`/v1/enrolment-keys/${_id}`))).toEqual(notFound);
    expect((await stranger.as.get('/v1/enrolment-keys')).body).toEqual({ count: 0, items: [] });
    expect(await enrol({ key })).toMatchObject({ status: 201 });
  });
});
