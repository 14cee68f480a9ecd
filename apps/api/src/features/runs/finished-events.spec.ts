import type { PoolClient } from 'pg';
import { newId } from '../../database/ids';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { createWebhook } from '../../testing/test-webhook';
import { recordEnded } from './finished-events';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
});

/** Inserts a run that succeeded, the only one of its job. Returns its ID. */
async function insertEndedRun(): Promise<string> {
  const [jobId, runId, deviceId] = [newId(), newId(), newId()];
  const { pool } = server.context;
  await pool.query(
    `INSERT INTO "Content" (sha256, size, bytes) VALUES ('none', 0, '') ON CONFLICT DO NOTHING`,
  );
  await pool.query(
    `INSERT INTO "Job" (id, "accountId", kind, name, "codeSha256", vars, env, "triggerKind", "triggerId")
     VALUES ($1, $2, 'script', 'ended', 'none', '{}', '{}', 'person', $2)`,
    [jobId, owner.accountId],
  );
  await pool.query(
    `INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "deliverBy", state, "finishedAt")
     VALUES ($1, $2, $3, $4, 'device', now(), 'succeeded', now())`,
    [runId, jobId, owner.accountId, deviceId],
  );
  return runId;
}

/** Records the end of the run. Returns how often it waited for the database. */
async function countRoundTrips(runId: string): Promise<number> {
  const client = await server.context.pool.connect();
  let [pending, roundTrips] = [0, 0];
  const query = async (statement: string) => {
    if (pending === 0) roundTrips += 1;
    pending += 1;
    return client.query(statement).finally(() => (pending -= 1));
  };
  try {
    await client.query('BEGIN');
    await recordEnded({ query } as unknown as PoolClient, [{ id: runId, state: 'succeeded' }]);
    await client.query('COMMIT');
  } finally {
    client.release();
  }
  return roundTrips;
}

const findDeliveries = (webhookId: string) =>
  server.context.prisma.webhookDelivery.findMany({ where: { webhookId }, orderBy: { type: 'asc' } });

describe('recordEnded', () => {
  it('asks once if nobody subscribes to the events', async () => {
    expect(await countRoundTrips(await insertEndedRun())).toBe(1);
  });

  it('records the end of a run and its job in four round trips', async () => {
    const { _id } = await createWebhook(server, owner, { url: 'http://127.0.0.1:1', events: 'all' });
    const runId = await insertEndedRun();
    expect(await countRoundTrips(runId)).toBe(4);
    expect((await findDeliveries(_id)).map(({ type }) => type)).toEqual(['job.finished', 'run.finished']);
    expect(await countRoundTrips(runId)).toBe(3);
    expect(await findDeliveries(_id)).toHaveLength(3);
  });
});
