import type { DeviceFrame } from '@drover/contract';
import type { Pool, PoolClient } from 'pg';
import { hashSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import type { DurableFrame } from '../device-socket/report';
import { stopRuns } from '../features/runs/stop';
import { createDevice, type TestDevice } from '../testing/test-device';
import { execute } from '../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { createWebhook } from '../testing/test-webhook';
import { connectDevices, disconnectDevices } from './presence';
import { recordReports } from './record-reports';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
});
afterAll(() => server.close());

/** Runs work and returns the number of round trips to the database in its transactions. */
async function countRoundTrips(work: (context: TestServer['context']) => Promise<unknown>): Promise<number> {
  const { pool } = server.context;
  let trips = 0;
  let unanswered = 0;
  const query = (client: PoolClient, args: Parameters<PoolClient['query']>) => {
    if (unanswered === 0) trips += 1;
    unanswered += 1;
    const answer = client.query(...args) as unknown as Promise<unknown>;
    const end = () => void (unanswered -= 1);
    answer.then(end, end);
    return answer;
  };
  const counting = {
    query: pool.query.bind(pool),
    connect: async () => {
      const client = await pool.connect();
      return {
        query: (...args: Parameters<PoolClient['query']>) => query(client, args),
        release: client.release.bind(client),
      };
    },
  };
  await work({ ...server.context, pool: counting as unknown as Pool });
  return trips;
}

const at = Date.now();
const hello: Extract<DeviceFrame, { type: 'hello' }> = {
  ...{ type: 'hello', protocol: 1, now: at, appVersion: '1', runs: [] },
};

const connect = (linkId: string) => (context: TestServer['context']) =>
  connectDevices(context, [{ linkId, tokenHash: hashSecret(device.token), hello }]);

const disconnect = (linkId: string) => (context: TestServer['context']) =>
  disconnectDevices(context, [{ deviceId: device._id, linkId }]);

const report = (frame: DurableFrame) => (context: TestServer['context']) =>
  recordReports(context, [
    { deviceId: device._id, accountId: owner.accountId, frame, bytes: 100, time: (time) => new Date(time) },
  ]);

async function createRun(): Promise<string> {
  const jobId = await execute(owner, [device]);
  const { id } = await server.context.prisma.run.findFirstOrThrow({ where: { jobId } });
  return id;
}

const subscribe = () => createWebhook(server, owner, { url: 'http://127.0.0.1:9/', events: 'all' });

// The embedded database runs nothing else during a transaction, so each round trip delays other statements.
describe('transactions', () => {
  it('send COMMIT with the last statement when a device connects and disconnects', async () => {
    await subscribe();
    const linkId = newId();
    expect(await countRoundTrips(connect(linkId))).toBe(3);
    expect(await countRoundTrips(disconnect(linkId))).toBe(3);
  });

  it.each<[string, (runId: string) => DurableFrame]>([
    ['accepted', (runId) => ({ type: 'accepted', n: 1, runId })],
    ['started', (runId) => ({ type: 'started', n: 1, runId, at })],
  ])('send COMMIT with the only statement when a run is %s', async (_what, frameOf) => {
    expect(await countRoundTrips(report(frameOf(await createRun())))).toBe(1);
  });

  it('send COMMIT with the webhook events when a run and its job end', async () => {
    const runId = await createRun();
    await subscribe();
    const positions = 1;
    const frame: DurableFrame = { type: 'finished', n: 1, runId, at, state: 'succeeded' };
    expect(await countRoundTrips(report(frame))).toBe(positions + 5);
  });

  it('send COMMIT with the webhook events when a run is canceled', async () => {
    const runId = await createRun();
    await subscribe();
    const scope = { accountId: owner.accountId, groups: null };
    expect(await countRoundTrips((context) => stopRuns(context, scope, { runId }))).toBe(5);
  });
});
