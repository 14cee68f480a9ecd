import { RunState } from '@drover/contract';
import type { PoolClient } from 'pg';
import { newId } from './ids';
import { startTestServer, type TestServer } from '../testing/test-server';
import { transact } from './transaction';

let server: TestServer;
let accountId: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ accountId } = await server.createAccount());
});
afterAll(() => server.close());

/** Inserts a queued run of a new job. */
async function insertRun(client: PoolClient): Promise<string> {
  const id = newId();
  await client.query(`INSERT INTO "Content" (sha256, size, bytes) VALUES ($1, 0, '')`, [id]);
  await client.query(
    `INSERT INTO "Job" (id, "accountId", kind, name, "codeSha256", vars, env)
     VALUES ($1, $2, 'execute', '', $1, '{}', '{}')`,
    [id, accountId],
  );
  await client.query(
    `INSERT INTO "Run" (id, "jobId", "accountId", "deviceId", "deviceName", "deliverBy")
     VALUES ($1, $1, $2, $1, '', now() + interval '1 hour')`,
    [id, accountId],
  );
  return id;
}

/** Counts updates of runs in this transaction. The embedded database adds those of others that it has not reported yet. */
async function countHotUpdates(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ hot: number }>(
    `SELECT pg_stat_get_xact_tuples_hot_updated('"Run"'::regclass)::int AS hot`,
  );
  return rows[0].hot;
}

describe('indexes of runs', () => {
  it('are not written when a run is sent, accepted, started or stopped', async () => {
    const id = await transact(server.context.pool, insertRun);
    const updates = await transact(server.context.pool, async (client) => {
      const before = await countHotUpdates(client);
      const changes = [
        `"sentAt" = now()`,
        `"acceptedAt" = now()`,
        `state = 'running', "startedAt" = now()`,
        `state = 'stopping', reason = 'stopped on request'`,
      ];
      for (const change of changes) await client.query(`UPDATE "Run" SET ${change} WHERE id = $1`, [id]);
      return (await countHotUpdates(client)) - before;
    });
    expect(updates).toBe(4);
  });

  it.each(RunState.options)('know the problem of a run that is %s', async (state) => {
    const isOpen = ['queued', 'running', 'stopping'].includes(state);
    const { rows } = await transact(server.context.pool, async (client) => {
      const id = await insertRun(client);
      return client.query(
        `UPDATE "Run" SET state = $2::"RunState", "finishedAt" = $3 WHERE id = $1 RETURNING problem`,
        [id, state, isOpen ? null : new Date()],
      );
    });
    expect(rows).toEqual([{ problem: isOpen || state === 'succeeded' ? null : state }]);
  });
});
