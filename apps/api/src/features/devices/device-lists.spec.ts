import { newId } from '../../database/ids';
import { answerOf, done, invalidAt, notFound } from '../../testing/errors';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let xiaomi: TestDevice;
let huawei: TestDevice;
let odd: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  xiaomi = await createDevice(server, owner, {
    name: '小米 One',
    brand: 'Xiaomi',
    model: 'MI 11',
    tags: ['Red'],
  });
  huawei = await createDevice(server, owner, {
    name: 'two',
    brand: 'HUAWEI',
    model: 'P40',
    appVersion: '1.2.2',
  });
  odd = await createDevice(server, owner, { name: 'a%b_c\\d', brand: '100%', model: 'M_1', tags: ['%'] });
  await createDevice(server, await server.createAccount(), { name: 'one', brand: 'Xiaomi' });
});
afterAll(() => server.close());

type List = { count: number; items: { _id: string }[]; nextCursor?: string };
const list = async (query: Record<string, string>, family = 'devices') =>
  (await owner.as.get(`/v1/${family}`).query(query).expect(200)).body as List;
const idsOf = (...devices: TestDevice[]) => devices.map(({ _id }) => ({ _id }));

describe.each(['devices', 'robots'])('GET /v1/%s', (family) => {
  it("lists the caller's devices, newest first", async () => {
    const { body } = await owner.as.get(`/v1/${family}`).expect(200);
    expect(body).toEqual({
      count: 3,
      items: [
        expect.objectContaining({ _id: odd._id }),
        expect.objectContaining({ _id: huawei._id }),
        {
          _id: xiaomi._id,
          ...{ online: false, tags: ['Red'], name: '小米 One', brand: 'Xiaomi', model: 'MI 11' },
          ...{
            appVersion: '2.0.0',
            platform: '',
            isolation: '',
            lastSeenAt: null,
            createdAt: expect.stringMatching(/Z$/),
          },
        },
      ],
    });
  });

  it.each<[Record<string, string>, () => TestDevice[]]>([
    [{ brand: 'xiaomi' }, () => [xiaomi]],
    [{ brand: 'xiaom' }, () => []],
    [{ model: 'mi 11' }, () => [xiaomi]],
    [{ appVersion: '1.2.2' }, () => [huawei]],
    [{ appVersion: '1.2' }, () => []],
    [{ name: 'ONE' }, () => [xiaomi]],
    [{ name: '米' }, () => [xiaomi]],
    [{ name: '' }, () => [odd, huawei, xiaomi]],
    [{ tag: 'red' }, () => [xiaomi]],
    [{ tag: 're' }, () => []],
    [{ online: 'false' }, () => [odd, huawei, xiaomi]],
    [{ online: 'true' }, () => []],
    [{ name: '%' }, () => [odd]],
    [{ name: '_' }, () => [odd]],
    [{ name: '\\' }, () => [odd]],
    [{ name: 'A%B_C\\D' }, () => [odd]],
    [{ exactName: 'TWO' }, () => [huawei]],
    [{ exactName: 'tw' }, () => []],
    [{ exactName: '' }, () => []],
    [{ exactName: 'a%b_c\\D' }, () => [odd]],
    [{ exactName: '%' }, () => []],
    [{ exactName: 'two', brand: 'xiaomi' }, () => []],
    [{ brand: '100%' }, () => [odd]],
    [{ brand: '%' }, () => []],
    [{ model: 'm_1' }, () => [odd]],
    [{ model: '_I 11' }, () => []],
    [{ tag: '%' }, () => [odd]],
    [{ brand: 'xiaomi', name: 'one', tag: 'RED', online: 'false', model: 'MI 11' }, () => [xiaomi]],
    [{ brand: 'xiaomi', name: 'two' }, () => []],
    [{ brand: '' }, () => []],
    [{ nonsense: 'x' }, () => [odd, huawei, xiaomi]],
  ])('filters by %j', async (query, expected) => {
    const { count, items } = await list(query, family);
    expect(items).toMatchObject(idsOf(...expected()));
    expect(count).toBe(expected().length);
  });

  it.each(['yes', 'TRUE', '1', ''])('returns 422 for online=%j', async (online) => {
    expect(await answerOf(owner.as.get(`/v1/${family}`).query({ online }))).toEqual(invalidAt('online'));
  });

  it('filters by online devices', async () => {
    const link = await huawei.connect({ appVersion: '1.2.2' });
    expect((await list({ online: 'true' }, family)).items).toMatchObject(idsOf(huawei));
    expect((await list({ online: 'false' }, family)).items).toMatchObject(idsOf(odd, xiaomi));
    await link.close();
  });

  it('accepts filters of up to 255 characters', async () => {
    expect((await list({ name: '名'.repeat(255) }, family)).count).toBe(0);
    expect(await answerOf(owner.as.get(`/v1/${family}`).query({ name: '名'.repeat(256) }))).toEqual(
      invalidAt('name'),
    );
  });
});

describe('pages', () => {
  it('contain every device once while others are added and deleted', async () => {
    const account = await server.createAccount();
    const devices: TestDevice[] = [];
    for (let index = 0; index < 7; index += 1) devices.push(await createDevice(server, account));
    const page = async (query: object) =>
      (await account.as.get('/v1/devices').query(query).expect(200)).body as List;

    const first = await page({ limit: 3 });
    expect(first.count).toBe(3);
    expect(first.nextCursor).toBe(devices[4]._id);
    await createDevice(server, account);
    await account.as.delete(`/v1/devices/${devices[6]._id}`).expect(204);
    await account.as.delete(`/v1/devices/${first.nextCursor}`).expect(204);
    const second = await page({ limit: 3, cursor: first.nextCursor });
    const third = await page({ limit: 3, cursor: second.nextCursor });
    const listedIds = [first, second, third].flatMap(({ items }) => items.map(({ _id }) => _id));
    expect(listedIds).toEqual(devices.map(({ _id }) => _id).reverse());
    expect(second.count).toBe(3);
    expect(third).not.toHaveProperty('nextCursor');
  });

  it('end with the last device, and count their own items', async () => {
    expect(await list({ limit: '3' })).toMatchObject({ count: 3, items: [{}, {}, {}] });
    expect(await list({ limit: '3' })).not.toHaveProperty('nextCursor');
    expect(await list({ limit: '1', brand: 'xiaomi' })).toMatchObject({
      count: 1,
      items: [{ _id: xiaomi._id }],
    });
    expect(await list({ cursor: '0'.repeat(24) })).toEqual({ count: 0, items: [] });
    expect((await list({ cursor: newId() })).items).toHaveLength(3);
  });

  it.each(['0', '1001', '-1', '1.5', 'x', '', '1e3'])('return 422 for the limit %j', async (limit) => {
    expect(await answerOf(owner.as.get('/v1/devices').query({ limit }))).toEqual(invalidAt('limit'));
    expect((await list({ limit: '1000' })).items).toHaveLength(3);
  });

  it('return 422 for a cursor that is not an ID', async () => {
    expect(await answerOf(owner.as.get('/v1/devices').query({ cursor: 'x' }))).toEqual(invalidAt('cursor'));
  });
});

describe.each(['devices', 'robots'])('DELETE /v1/%s/:deviceId', (family) => {
  it('deletes the device, and returns 404 when repeated', async () => {
    const { _id } = await createDevice(server, await server.createAccount());
    expect(await answerOf(owner.as.delete(`/v1/${family}/${_id}`))).toEqual(notFound);
    const account = await server.createAccount();
    const own = await createDevice(server, account);
    expect(await answerOf(account.as.delete(`/v1/${family}/${own._id}`))).toEqual(done);
    expect(await answerOf(account.as.get(`/v1/${family}/${own._id}`))).toEqual(notFound);
    expect(await answerOf(account.as.delete(`/v1/${family}/${own._id}`))).toEqual(notFound);
  });
});

describe.each(['devices', 'robots'])('PUT /v1/%s/:deviceId', (family) => {
  it('accepts at most one tag of ten characters', async () => {
    const { _id } = await createDevice(server, owner, { tags: ['a'] });
    const put = (tags: unknown) => answerOf(owner.as.put(`/v1/${family}/${_id}`).send({ tags }));
    expect(await put(['😀'.repeat(10)])).toEqual(done);
    expect(await put(['😀'.repeat(11)])).toEqual(invalidAt('tags.0'));
    expect(await put(['a', 'b'])).toEqual(invalidAt('tags'));
    expect(await put([''])).toEqual(invalidAt('tags.0'));
    expect(await put('a')).toEqual(invalidAt('tags'));
    expect((await owner.as.get(`/v1/devices/${_id}`)).body.tags).toEqual(['😀'.repeat(10)]);
    expect(await put([])).toEqual(done);
    expect((await owner.as.get(`/v1/devices/${_id}`)).body.tags).toEqual([]);
    await owner.as.delete(`/v1/devices/${_id}`).expect(204);
  });
});
