import { LIMITS, type LatestRunList } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, invalidAt } from '../../testing/errors';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { createDevscript } from '../../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;
let idle: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
  idle = await createDevice(server, owner);
});

const query = (account: TestAccount, deviceIds: string[]) =>
  account.as.get('/v1/latest-runs').query({ deviceId: deviceIds.join() });
const read = async (account: TestAccount, deviceIds: string[]) =>
  (await query(account, deviceIds).expect(200)).body as LatestRunList;

describe('GET /v1/latest-runs', () => {
  it('lists the run of each device that was created last', async () => {
    const { _id } = await createDevscript(owner);
    const run = async () =>
      (await owner.as.post(`/v1/devscripts/${_id}/run`).send({ devices: [{ _id: device._id }] })).headers
        .location;
    await run();
    const jobId = (await run()).split('/').pop();
    expect(await read(owner, [device._id, idle._id, device._id, newId(), 'no ID'])).toEqual({
      count: 1,
      items: [
        {
          _id: expect.any(String),
          ...{ jobId, deviceId: device._id, state: 'queued', createdAt: expect.any(String) },
        },
      ],
    });
    expect(await read(await server.createAccount(), [device._id])).toEqual({ count: 0, items: [] });
  });

  it('refuses a request without devices, and one with too many', async () => {
    expect(await answerOf(owner.as.get('/v1/latest-runs'))).toEqual(invalidAt('deviceId'));
    const ids = Array<string>(LIMITS.latestRunDevices).fill(device._id);
    expect(await read(owner, ids)).toEqual({ count: 0, items: [] });
    expect(await answerOf(query(owner, [...ids, device._id]))).toEqual(invalidAt('deviceId'));
  });

  it('reads one index entry per device, however many runs it has', async () => {
    const { rows } = await server.context.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT latest.id FROM unnest($1::text[]) AS v("deviceId")
       JOIN "Device" ON "Device".id = v."deviceId"
       JOIN LATERAL (SELECT id FROM "Run" WHERE "deviceId" = "Device".id ORDER BY id DESC NULLS LAST LIMIT 1) latest
       ON true`,
      [[device._id]],
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Limit[\s\S]*Index (Only )?Scan Backward using "Run_deviceId_id_idx"/);
  });
});
