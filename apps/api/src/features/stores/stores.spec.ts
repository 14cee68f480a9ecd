import { LIMITS, type StoreEntry, type StoreEntryList } from '@drover/contract';
import { answerOf, conflict, done, invalidAt, notFound } from '../../testing/errors';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { sweepStores } from './sweep';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner, { name: 'Printer' });
});

const pathOf = (key: string, store = 'account') => `/v1/stores/${store}/entries/${encodeURIComponent(key)}`;
const put = (key: string, body: object, store?: string) => owner.as.put(pathOf(key, store)).send(body);
const listOf = async (query = '', store = 'account') =>
  (await owner.as.get(`/v1/stores/${store}/entries?${query}`).expect(200)).body as StoreEntryList;
const keysOf = async (query = '') => (await listOf(query)).items.map(({ key }) => key);
const totalsOf = async () =>
  ((await owner.as.get('/v1/stores').expect(200)).body as { items: unknown[] }).items;

describe('GET and PUT /v1/stores/:storeId/entries/:entryKey', () => {
  it('creates an entry, and replaces its value', async () => {
    const created = (await put('a key/with ?#中', { value: { a: [1] } }).expect(200)).body as StoreEntry;
    expect(created).toEqual({
      ...{ key: 'a key/with ?#中', value: { a: [1] }, version: 1, expiresAt: null },
      updatedAt: expect.any(String) as string,
    });
    const { body } = await put('a key/with ?#中', { value: null, expiresIn: 60, ifVersion: 1 }).expect(200);
    const { expiresAt } = body as { expiresAt: string };
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 60_000)).toBeLessThan(10_000);
    expect((await owner.as.get(pathOf('a key/with ?#中')).expect(200)).body).toEqual(body);
    expect(body).toMatchObject({ value: null, version: 2 });
  });

  it('refuses another version', async () => {
    expect(await answerOf(put('key', { value: 1, ifVersion: 1 }))).toEqual(conflict);
    await put('key', { value: 1, ifVersion: 0 }).expect(200);
    expect(await answerOf(put('key', { value: 2, ifVersion: 0 }))).toEqual(conflict);
    expect((await owner.as.get(pathOf('key')).expect(200)).body).toMatchObject({ value: 1 });
  });

  it('lets one of many simultaneous changes of a version succeed', async () => {
    await put('key', { value: 0 }).expect(200);
    const { version } = (await owner.as.get(pathOf('key')).expect(200)).body as StoreEntry;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, value) => answerOf(put('key', { value, ifVersion: version }))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  });

  it('refuses invalid keys and values', async () => {
    expect(await answerOf(owner.as.put('/v1/stores/account/entries/%2e%00').send({ value: 1 }))).toEqual(
      invalidAt('entryKey'),
    );
    expect(await answerOf(put('key', {}))).toEqual(invalidAt('value'));
    expect(await answerOf(put('key', { value: 1, expiresIn: 0 }))).toEqual(invalidAt('expiresIn'));
    expect(await answerOf(put('key', { value: '中'.repeat(30_000) }))).toEqual(invalidAt('value'));
    expect(await totalsOf()).toEqual([]);
  });

  it('belongs to a record of the account', async () => {
    await put('key', { value: 1 }, device._id).expect(200);
    const stranger = await server.createAccount();
    for (const storeId of [device._id, owner.accountId, 'x', '0'.repeat(24)]) {
      const path = pathOf('key', storeId);
      expect(await answerOf(stranger.as.put(path).send({ value: 2 }))).toEqual(notFound);
      expect(await answerOf(stranger.as.get(path))).toEqual(notFound);
      expect(await answerOf(stranger.as.delete(path))).toEqual(notFound);
      expect(await answerOf(stranger.as.get(`/v1/stores/${storeId}/entries`))).toEqual(notFound);
    }
    expect((await owner.as.get(pathOf('key', device._id)).expect(200)).body).toMatchObject({ value: 1 });
  });

  it('refuses an entry beyond the quota of entries, unless others have expired', async () => {
    await put('first', { value: 1 }).expect(200);
    await fill(LIMITS.storeKeys - 2, 1);
    await put('last', { value: 1 }).expect(200);
    expect(await answerOf(put('one more', { value: 1 }))).toEqual(conflict);
    await put('last', { value: 2 }).expect(200);
    expect(await totalsOf()).toMatchObject([{ keys: LIMITS.storeKeys }]);
    await expire(['first', 'key00001']);
    await put('one more', { value: 1 }).expect(200);
    expect(await totalsOf()).toMatchObject([{ keys: LIMITS.storeKeys - 1 }]);
    await assertTotals();
  });

  it('refuses bytes beyond the quota, and accepts fewer', async () => {
    await put('first', { value: 'v'.repeat(100) }).expect(200);
    await fill(1, LIMITS.storeBytes - 200);
    expect(await answerOf(put('second', { value: 'v'.repeat(200) }))).toEqual(conflict);
    await put('first', { value: 'v' }).expect(200);
    await put('second', { value: 'v'.repeat(90) }).expect(200);
    await assertTotals();
  });

  it.each([
    ['bytes', LIMITS.accountStoreBytes, 'GB together'],
    ['keys', LIMITS.accountStoreKeys, 'entries together'],
  ] as const)(
    'refuses %s beyond the quota of the workspace, and accepts fewer',
    async (column, max, message) => {
      await put('first', { value: 'v'.repeat(50) }).expect(200);
      await put('other', { value: 1 }, device._id).expect(200);
      const { accountId } = owner;
      const { storeUsage } = server.context.prisma;
      const read = async () => {
        const { keys, bytes } = await storeUsage.findUniqueOrThrow({ where: { accountId } });
        return { keys: Number(keys), bytes: Number(bytes) };
      };
      expect(await read()).toEqual({ keys: 2, bytes: 57 + 6 });
      await storeUsage.update({ where: { accountId }, data: { [column]: max } });
      const refused = await answerOf(put('more', { value: 1 }, device._id));
      expect(refused).toEqual(conflict);
      expect(JSON.stringify((await put('more', { value: 1 })).body)).toContain(message);
      expect((await read())[column]).toBe(max);
      await put('first', { value: 'v' }).expect(200);
      await owner.as.delete(pathOf('first')).expect(204);
      await put('more', { value: 1 }, device._id).expect(200);
      await owner.as.delete(`/v1/devices/${device._id}`).expect(204);
      expect((await read())[column]).toBeLessThan(max);
    },
  );
});

/** Adds entries of so many bytes to the store of the account. */
async function fill(entries: number, bytes: number): Promise<void> {
  const { pool } = server.context;
  await pool.query(
    `INSERT INTO "StoreEntry" ("accountId", "ownerId", key, value, bytes, version)
     SELECT $1, $1, 'key' || lpad(n::text, 5, '0'), '1', $3, 1 FROM generate_series(1, $2) n`,
    [owner.accountId, entries, bytes],
  );
  await pool.query(`UPDATE "Store" SET keys = keys + $2, bytes = bytes + $2 * $3::int WHERE "ownerId" = $1`, [
    owner.accountId,
    entries,
    bytes,
  ]);
}

async function expire(keys: string[]): Promise<void> {
  await server.context.pool.query(
    `UPDATE "StoreEntry" SET "expiresAt" = now() WHERE "accountId" = $1 AND key = ANY($2)`,
    [owner.accountId, keys],
  );
}

/** The totals of the stores equal the sums of their entries. */
async function assertTotals(): Promise<void> {
  const { rows } = await server.context.pool.query<{ keys: number; bytes: number }>(
    `SELECT count(*)::int AS keys, sum(bytes)::int AS bytes FROM "StoreEntry" WHERE "accountId" = $1`,
    [owner.accountId],
  );
  expect(await totalsOf()).toMatchObject(rows);
}

describe('GET /v1/stores/:storeId/entries', () => {
  it('lists entries by code point, with a prefix, in pages', async () => {
    const keys = [
      'a',
      'a:1',
      'a:2',
      'b',
      'Z',
      'é',
      '中',
      '😀',
      '\u{10FFFF}',
      '\u{10FFFF}x',
      '\uD7FF',
      'a%',
      'a_',
    ];
    for (const key of keys) await put(key, { value: key }).expect(200);
    const sorted = [...keys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(await keysOf()).toEqual(sorted);
    for (const prefix of ['a', 'a:', 'a_', '中', '\u{10FFFF}', '\uD7FF', 'none', '']) {
      const expected = sorted.filter((key) => key.startsWith(prefix));
      expect(await keysOf(`prefix=${encodeURIComponent(prefix)}`)).toEqual(expected);
    }
    const first = await listOf('prefix=a&limit=2&total=true');
    expect(first).toMatchObject({ count: 2, nextCursor: 'a%', total: 5, totalIsCapped: false });
    expect(await keysOf(`prefix=a&cursor=${encodeURIComponent(first.nextCursor!)}`)).toEqual([
      'a:1',
      'a:2',
      'a_',
    ]);
  });

  it('ends a page of large entries early', async () => {
    for (let n = 10; n < 30; n += 1) await put(`key${n}`, { value: 'v'.repeat(60_000) }).expect(200);
    const counts: number[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page = await listOf(cursor && `cursor=${cursor}`);
      counts.push(page.count);
      cursor = page.nextCursor;
    }
    const most = Math.ceil(LIMITS.pageBytes / 60_000);
    expect(Math.max(...counts)).toBeLessThanOrEqual(most);
    expect(counts.reduce((sum, count) => sum + count)).toBe(20);
  });

  it('reads as many rows as it returns', async () => {
    await put('first', { value: 1 }).expect(200);
    await fill(5000, 1);
    const { pool } = server.context;
    await pool.query('ANALYZE "StoreEntry"');
    const client = await pool.connect();
    const { rows } = await client
      .query<{ 'QUERY PLAN': string }>(
        `EXPLAIN SELECT key FROM "StoreEntry" WHERE "accountId" = $1 AND "ownerId" = $1 AND key >= 'key' AND key < 'kez'
         AND ("expiresAt" IS NULL OR "expiresAt" > now()) ORDER BY key LIMIT 10`,
        [owner.accountId],
      )
      .finally(() => client.release());
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('StoreEntry_pkey');
    expect(plan).not.toContain('Sort');
  });
});

describe('GET /v1/stores', () => {
  it('names what stores belong to', async () => {
    await put('key', { value: 1 }).expect(200);
    await put('key', { value: 1 }, device._id).expect(200);
    const totals = { keys: 1, bytes: 4 };
    expect(await totalsOf()).toEqual([
      { _id: device._id, kind: 'device', name: 'Printer', ...totals },
      { _id: owner.accountId, kind: 'account', name: 'Test', ...totals },
    ]);
    await owner.as.delete(`/v1/devices/${device._id}`).expect(204);
    expect(await totalsOf()).toHaveLength(1);
  });
});

describe('DELETE /v1/stores/:storeId/entries/:entryKey', () => {
  it('deletes an entry of a version', async () => {
    await put('key', { value: 1 }).expect(200);
    expect(await answerOf(owner.as.delete(`${pathOf('key')}?ifVersion=7`))).toEqual(conflict);
    expect(await answerOf(owner.as.delete(`${pathOf('key')}?ifVersion=1`))).toEqual(done);
    expect(await answerOf(owner.as.delete(pathOf('key')))).toEqual(notFound);
    expect(await answerOf(owner.as.get(pathOf('key')))).toEqual(notFound);
    expect(await totalsOf()).toMatchObject([{ keys: 0, bytes: 0 }]);
  });
});

describe('sweepStores', () => {
  it('deletes expired entries, and no others', async () => {
    await put('first', { value: 1 }).expect(200);
    await put('later', { value: 1, expiresIn: 3600 }).expect(200);
    await put('key', { value: 1 }, device._id).expect(200);
    await fill(1200, 5);
    await server.context.pool.query(
      `UPDATE "StoreEntry" SET "expiresAt" = now() WHERE "accountId" = $1 AND key LIKE 'key%'`,
      [owner.accountId],
    );
    expect(await listOf()).toMatchObject({ count: 2 });
    expect(await sweepStores(server.context)).toBe(1201);
    expect(await keysOf()).toEqual(['first', 'later']);
    expect(await totalsOf()).toMatchObject([{ keys: 0 }, { keys: 2 }]);
    await owner.as.delete(`/v1/devices/${device._id}`).expect(204);
    await assertTotals();
  });
});
