import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '../../testing/eventually';
import { createFleet } from '../../testing/test-jobs';
import { finishRuns } from '../../testing/finish-runs';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { releaseRetries } from '../runs/retries';
import { foldChanges } from './fold-changes';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const differences = readFileSync(join(__dirname, '../../testing/counter-differences.sql'), 'utf8');

async function expectExactCounters(accountId: string): Promise<void> {
  expect((await server.context.pool.query(differences, [accountId])).rows).toEqual([]);
}

const numberOfChanges = async (accountId: string) => {
  const count = `SELECT count(*)::int AS changes FROM "RunChange" WHERE "accountId" = $1`;
  return (await server.context.pool.query<{ changes: number }>(count, [accountId])).rows[0].changes;
};

describe('counters of runs', () => {
  it('equal a count over the runs after every change, folded or not', async () => {
    const { owner, jobs } = await createFleet(server, 5);
    const steps: (() => Promise<unknown>)[] = [];
    const job = await jobs.start({ retry: { attempts: 2, delaySeconds: 30 } });
    steps.push(
      () => finishRuns(server, job._id, (n) => (n < 2 ? 'failed' : 'succeeded')),
      () =>
        server.context.pool.query(`UPDATE "Run" SET "deliverBy" = now() WHERE "jobId" = $1 AND "isHeld"`, [
          job._id,
        ]),
      () => releaseRetries(server.context),
      () => finishRuns(server, job._id),
      () => jobs.start({ rollout: { waves: [40] } }),
      () => jobs.start({}),
      async () =>
        finishRuns(server, (await jobs.start())._id, (n) => (n < 2 ? 'lost' : n < 4 ? 'expired' : 'failed')),
      async () => finishRuns(server, (await jobs.start())._id, (n) => (n < 2 ? 'failed' : 'rejected')),
      () => owner.as.delete(`/v1/jobs/${job._id}`).expect(204),
      () => server.context.prisma.run.deleteMany({ where: { jobId: job._id } }),
    );
    for (const [index, step] of steps.entries()) {
      await step();
      await expectExactCounters(owner.accountId);
      if (index % 2 === 0) await foldChanges(server.context.pool);
      await expectExactCounters(owner.accountId);
    }
    await foldChanges(server.context.pool);
    await expectExactCounters(owner.accountId);
    await eventually(async () => expect(await numberOfChanges(owner.accountId)).toBe(0));
  });

  it('count a change once if several nodes fold at the same time', async () => {
    const { owner, jobs } = await createFleet(server, 3);
    const job = await jobs.start({});
    await finishRuns(server, job._id);
    await Promise.all(Array.from({ length: 8 }, () => foldChanges(server.context.pool)));
    await expectExactCounters(owner.accountId);
    expect((await jobs.read(job._id)).counts).toMatchObject({ queued: 0, running: 0, succeeded: 3 });
  });

  it('leave nothing behind when the runs of an account are deleted', async () => {
    const { owner, jobs } = await createFleet(server, 2);
    await finishRuns(server, (await jobs.start({}))._id, (n) => (n === 0 ? 'succeeded' : 'failed'));
    await foldChanges(server.context.pool);
    await server.context.prisma.run.deleteMany({ where: { accountId: owner.accountId } });
    await foldChanges(server.context.pool);
    for (const table of ['JobCount', 'HourlyRuns', 'DailyTimes', 'FailureTotal', 'FailureCount']) {
      await eventually(async () => {
        const { rows } = await server.context.pool.query(`SELECT FROM "${table}" WHERE "accountId" = $1`, [
          owner.accountId,
        ]);
        expect(rows).toEqual([]);
      });
    }
  });
});
