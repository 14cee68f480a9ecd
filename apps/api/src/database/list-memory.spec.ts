import { LIMITS, type DeviceList, type JobList } from '@drover/contract';
import { join } from 'node:path';
import { createJobs } from '../contract-tests/record-rows';
import { createPublished } from '../contract-tests/record-scripts';
import { startChild, type Child } from '../testing/child';
import { workerDatabaseUrl } from '../testing/database';
import { createDevice } from '../testing/test-device';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

/** Enough for a server, and not for all rows of the lists below at once. */
const heapMegabytes = 128;

const program = `
  const { startServer } = require(${JSON.stringify(join(__dirname, '../server.ts'))});
  const { readSettings } = require(${JSON.stringify(join(__dirname, '../context/settings.ts'))});
  const { pino } = require('pino');
  const settings = readSettings({ ...process.env, PORT: '0', RATE_LIMIT: '0', DROVER_SECRET_KEY: '5e'.repeat(32) });
  startServer(settings, pino({ level: 'silent' })).then(({ url }) => console.log(url));
`;

let server: TestServer;
let owner: TestAccount;
let child: Child;
let url: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  const before = process.env;
  process.env = {
    ...before,
    DATABASE_URL: workerDatabaseUrl(),
    NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}`,
  };
  child = startChild(program);
  process.env = before;
  url = (await child.nextLine()) ?? '';
});
afterAll(async () => {
  await child.kill();
  await server.close();
});

/**
 * Copies a row so many times, with large values and IDs of the same time: older jobs without runs would be deleted. Each
 * statement copies a few: a database of one session that does not respond to anything else for 10 s would be taken for
 * unavailable.
 */
async function copyJob(jobId: string, copies: number): Promise<void> {
  const step = 20;
  for (let first = 1; first <= copies; first += step) {
    await server.context.pool.query(
      `INSERT INTO "Job" SELECT (jsonb_populate_record(first, jsonb_build_object(
         'id', substr(id, 1, 12) || lpad(to_hex(n), 6, '0') || substr(id, 19), 'vars', jsonb_build_object('a', repeat('x', $2))))).*
       FROM "Job" first, generate_series($3::int, $4::int) n WHERE id = $1`,
      [jobId, LIMITS.varsBytes - 10, first, Math.min(first + step - 1, copies)],
    );
  }
}

describe(`a server with a heap of ${heapMegabytes} MB`, () => {
  it('lists jobs with large values', async () => {
    const { _id: deviceId, name: deviceName } = await createDevice(server, owner);
    const { sha256: codeSha256, schemaSha256, scriptId } = await createPublished(server, owner);
    const { accountId } = owner;
    const { jobId } = await createJobs(server, {
      ...{ accountId, deviceId, deviceName, scriptId, codeSha256, schemaSha256 },
    });
    await copyJob(jobId, 299);
    const requests = ['', '?limit=1000'].map((query) => callAs(url, owner.token).get(`/v1/jobs${query}`));
    const [byDefault, largest] = await Promise.all(requests);
    expect((byDefault.body as JobList).count).toBe(LIMITS.defaultPageItems);
    expect((largest.body as JobList).count).toBe(300);
  });

  it('streams 10,000 devices to clients that read slowly', async () => {
    const devices = 10_000;
    await server.context.pool.query(
      `INSERT INTO "Device" (id, "accountId", "tokenHash", name, brand, model, platform, "appVersion", tags, "tagKeys")
       SELECT lpad(to_hex(n), 24, '0'), $1, 'token ' || n, 'Device', repeat('b', 64), repeat('m', 64), 'linux', '1.2.3',
              '{}', '{}'
       FROM generate_series(1, $2::int) n`,
      [owner.accountId, devices],
    );
    const headers = { Authorization: `token ${owner.token}` };
    // All responses have begun, and none is read, before the first one is read to its end.
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => fetch(new URL('/v1/devices', url), { headers })),
    );
    for (const response of responses) {
      const { count, items } = (await response.json()) as DeviceList;
      expect(count).toBe(items.length);
      expect(count).toBeGreaterThanOrEqual(devices);
    }
  });
});
