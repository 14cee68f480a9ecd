import { LIMITS, type DeviceList, type PresetList } from '@drover/contract';
import { request as startRequest, type IncomingMessage } from 'node:http';
import { newId } from './ids';
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

let fills = 0;

/** Creates devices. The first one is the newest. Returns their IDs. */
async function fillDevices(devices: number): Promise<string[]> {
  // Each call has an hour of its own in the past, so that its IDs are unique and older than new ones.
  fills += 1;
  const seconds = Math.floor(Date.now() / 1000) - 3600 * fills;
  const prefix = seconds.toString(16) + newId().slice(8, 18);
  const { rows } = await server.context.pool.query<{ id: string }>(
    `INSERT INTO "Device" (id, "accountId", "tokenHash", name, brand, model, platform, "appVersion", tags, "tagKeys")
     SELECT $1 || lpad(to_hex($3::int - n), 6, '0'), $2, $1 || n, 'Device', 'Brand', 'Model', 'linux', '1.2.3', '{}', '{}'
     FROM generate_series(1, $3::int) n RETURNING id`,
    [prefix, owner.accountId, devices],
  );
  return rows.map(({ id }) => id);
}

async function listDevices(query = ''): Promise<DeviceList> {
  return (await owner.as.get(`/v1/devices${query}`).expect(200)).body as DeviceList;
}

/** Starts to read a list. Nothing is read from its response yet. */
function startReading(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `token ${owner.token}` };
    startRequest(new URL(path, server.url), { headers, agent: false }, resolve).on('error', reject).end();
  });
}

async function readRest(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

describe('a total', () => {
  it('is exact up to a limit and says when it is capped', async () => {
    await fillDevices(LIMITS.listTotalMax);
    const exact = { total: LIMITS.listTotalMax, totalIsCapped: false };
    expect(await listDevices('?limit=1&total=true')).toMatchObject({ count: 1, ...exact });
    await createDevice(server, owner);
    const capped = { total: LIMITS.listTotalMax, totalIsCapped: true };
    expect(await listDevices('?limit=1&total=true')).toMatchObject({ count: 1, ...capped });
    expect(await listDevices('?total=true')).toMatchObject({ count: LIMITS.listTotalMax + 1, ...capped });
  });

  it('counts the matches of the filter, on every page', async () => {
    const ids = await fillDevices(3);
    await createDevice(server, owner, { brand: 'Other' });
    const total = { total: 3, totalIsCapped: false };
    expect(await listDevices('?brand=brand&total=true')).toMatchObject({ count: 3, ...total });
    expect(await listDevices(`?brand=brand&limit=2&total=true`)).toMatchObject({ count: 2, ...total });
    const last = await listDevices(`?brand=brand&limit=2&cursor=${ids[1]}&total=true`);
    expect(last).toMatchObject({ count: 1, ...total });
    expect(await listDevices('?total=false')).not.toHaveProperty('total');
  });
});

describe('a page of large records', () => {
  const createPresets = async (count: number, fields = {}) => {
    for (let n = 0; n < count; n += 1) {
      const preset = { name: `${n}`, code: '1', selector: { all: true }, ...fields };
      await owner.as.post('/v1/presets').send(preset).expect(201);
    }
  };

  it('ends before its limit', async () => {
    const deviceBytes = 41;
    const bytes = 600 * deviceBytes;
    const presets = Math.floor(LIMITS.pageBytes / bytes) + 8;
    await createPresets(presets);
    await server.context.pool.query(
      `UPDATE "Preset" SET request = json_build_object('code', '1', 'devices', (
         SELECT json_agg(json_build_object('_id', lpad(n::text, 24, '0'))) FROM generate_series(1, $2) n))
       WHERE "accountId" = $1`,
      [owner.accountId, bytes / deviceBytes],
    );
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await owner.as.get('/v1/presets').query({ cursor }).expect(200);
      const page = body as PresetList;
      expect(page.count).toBe(page.items.length);
      expect(page.count).toBeLessThanOrEqual(LIMITS.pageBytes / bytes + 1);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor);
    expect(names).toEqual(Array.from({ length: presets }, (_, n) => `${presets - 1 - n}`));
  });

  it('is read without the code and values of presets and schedules', async () => {
    const vars = { text: 'x'.repeat(LIMITS.varsBytes - 100) };
    await createPresets(3, { vars });
    const schedule = { name: 'Hourly', when: { everyMinutes: 60 } };
    const job = { code: '1', selector: { all: true }, vars };
    await owner.as
      .post('/v1/schedules')
      .send({ ...schedule, job })
      .expect(201);
    const query = jest.spyOn(server.context.pool, 'query');
    let results: unknown[];
    try {
      expect((await owner.as.get('/v1/presets').expect(200)).body).toMatchObject({ count: 3 });
      expect((await owner.as.get('/v1/schedules').expect(200)).body).toMatchObject({ count: 1 });
      results = await Promise.all(query.mock.results.map(({ value }) => value as unknown));
    } finally {
      query.mockRestore();
    }
    expect(results.length).toBeGreaterThan(1);
    expect(JSON.stringify(results).length).toBeLessThan(LIMITS.varsBytes / 2);
  });
});

describe('a long list', () => {
  it('comes whole, newest first, as JSON', async () => {
    const ids = await fillDevices(1501);
    const { body, headers } = await owner.as.get('/v1/devices').expect(200);
    const { count, items, ...rest } = body as DeviceList;
    expect(items.map(({ _id }) => _id)).toEqual(ids);
    expect({ count, rest }).toEqual({ count: 1501, rest: {} });
    expect(items[1500]).toEqual((await owner.as.get(`/v1/devices/${ids[1500]}`)).body);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const { data } = (await owner.as.get('/v2/devices').expect(200)).body as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect((await owner.as.head('/v1/devices').expect(200)).text).toBeFalsy();
  });

  it('has every remaining device once if others are created and deleted while a slow client reads', async () => {
    const ids = await fillDevices(20_000);
    const response = await startReading('/v1/devices');
    const gone = ids.slice(-2000);
    await server.context.pool.query('DELETE FROM "Device" WHERE id = ANY($1)', [gone]);
    await createDevice(server, owner);
    const { count, items } = JSON.parse(await readRest(response)) as DeviceList;
    expect(count).toBe(items.length);
    expect(items.slice(0, 18_000).map(({ _id }) => _id)).toEqual(ids.slice(0, 18_000));
    expect(gone).toEqual(expect.arrayContaining(items.slice(18_000).map(({ _id }) => _id)));
  });

  it('closes the connection after an error, instead of ending as if it were complete', async () => {
    const ids = await fillDevices(1200);
    const update = `UPDATE "Device" SET "createdAt" = 'infinity' WHERE id = $1`;
    await server.context.pool.query(update, [ids[1100]]);
    const response = await startReading('/v1/devices');
    expect(response.statusCode).toBe(200);
    await expect(readRest(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await listDevices('?limit=500')).toMatchObject({ count: 500 });
  });
});
