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

/** Counters with their keys, and the same counted over the runs. Of each, only what is not 0. */
const comparisons = [
  {
    counters: `SELECT "jobId", wave, state, sum(runs) AS runs, sum(released) AS released FROM (
        SELECT "accountId", "jobId", wave, state, runs, released FROM "JobCount"
        UNION ALL SELECT "accountId", "jobId", wave, state, runs, released FROM "RunChange"
      ) c WHERE "accountId" = $1 GROUP BY 1, 2, 3 HAVING sum(runs) <> 0 OR sum(released) <> 0 ORDER BY 1, 2, 3`,
    counted: `SELECT "jobId", coalesce(wave, 0) AS wave, state, count(*) FILTER (WHERE NOT "isRetried") AS runs,
        count(*) FILTER (WHERE attempt = 1 AND "releasedAt" IS NOT NULL) AS released
      FROM "Run" WHERE "accountId" = $1 GROUP BY 1, 2, 3
      HAVING count(*) FILTER (WHERE NOT "isRetried" OR attempt = 1 AND "releasedAt" IS NOT NULL) > 0 ORDER BY 1, 2, 3`,
  },
  {
    counters: `SELECT hour, "scriptId", state, sum(runs) AS runs FROM (
        SELECT "accountId", hour, "scriptId", state, runs FROM "HourlyRuns"
        UNION ALL SELECT "accountId", hour, "scriptId", state, runs FROM "RunChange"
      ) c WHERE "accountId" = $1 GROUP BY 1, 2, 3 HAVING sum(runs) <> 0 ORDER BY 1, 2, 3`,
    counted: `SELECT date_trunc('hour', "createdAt") AS hour, coalesce("scriptId", '') AS "scriptId", state, count(*) AS runs
      FROM "Run" WHERE "accountId" = $1 AND NOT "isRetried" GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  },
  {
    counters: `SELECT timer::text, sum(runs) AS runs FROM (
        SELECT "accountId", timer, runs FROM "DailyTimes" UNION ALL SELECT "accountId", timer, runs FROM "TimeChange"
      ) c WHERE "accountId" = $1 GROUP BY 1 HAVING sum(runs) <> 0 ORDER BY 1`,
    counted: `SELECT 'duration' AS timer, count(*) AS runs FROM "Run"
      WHERE "accountId" = $1 AND "startedAt" IS NOT NULL AND state IN ('succeeded', 'failed') HAVING count(*) > 0
      UNION ALL SELECT 'wait', count(*) FROM "Run" WHERE "accountId" = $1 AND "startedAt" IS NOT NULL HAVING count(*) > 0
      ORDER BY 1`,
  },
  ...comparisonsOfFailures(),
];

/** Changes of failures that are not folded have no counters yet, so these compare after folding. */
function comparisonsOfFailures() {
  const isFolded = `NOT EXISTS (SELECT FROM "FailureChange" WHERE "accountId" = $1)`;
  const runs = `FROM "Run" r JOIN "Job" j ON j.id = r."jobId"
    WHERE r."accountId" = $1 AND "failureId" IS NOT NULL AND ${isFolded}`;
  const ofAccount = `"failureId" IN (SELECT "failureId" FROM "FailureTotal" WHERE "accountId" = $1) AND ${isFolded}`;
  return [
    {
      counters: `SELECT "failureId", runs, devices, "lastRunId" FROM "FailureTotal" WHERE ${ofAccount} ORDER BY 1`,
      counted: `SELECT "failureId", count(*)::int AS runs, count(DISTINCT "deviceId")::int AS devices,
        max(r.id) AS "lastRunId" ${runs} GROUP BY 1 ORDER BY 1`,
    },
    {
      counters: `SELECT "jobId", "failureId", version, runs FROM "FailureCount"
        WHERE "accountId" = $1 AND ${isFolded} ORDER BY 1, 2`,
      counted: `SELECT "jobId", "failureId", j.version, count(*)::int AS runs ${runs} GROUP BY 1, 2, 3 ORDER BY 1, 2`,
    },
    {
      counters: `SELECT "failureId", version, runs FROM "FailureVersion" WHERE ${ofAccount} ORDER BY 1, 2`,
      counted: `SELECT "failureId", j.version, count(*)::int AS runs ${runs} AND j.version IS NOT NULL
        GROUP BY 1, 2 ORDER BY 1, 2`,
    },
    {
      counters: `SELECT "failureId", "deviceId", runs FROM "FailureDevice" WHERE ${ofAccount} ORDER BY 1, 2`,
      counted: `SELECT "failureId", "deviceId", count(*)::int AS runs ${runs} GROUP BY 1, 2 ORDER BY 1, 2`,
    },
  ];
}

/** Reads both in one statement: the server folds changes in the background. */
async function expectExactCounters(accountId: string): Promise<void> {
  for (const { counters, counted } of comparisons) {
    const { rows } = await server.context.pool.query<{ actual: object[]; expected: object[] }>(
      `SELECT (SELECT json_agg(c) FROM (${counters}) c) AS actual, (SELECT json_agg(c) FROM (${counted}) c) AS expected`,
      [accountId],
    );
    expect(rows[0].actual).toEqual(rows[0].expected);
  }
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
