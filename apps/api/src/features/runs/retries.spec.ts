import { LIMITS, type Run } from '@drover/contract';
import { expireRuns } from './expiry';
import { eventually } from '../../testing/eventually';
import { finishRuns, lookAt, type Outcome } from '../../testing/finish-runs';
import type { TestDevice } from '../../testing/test-device';
import { createFleet, type TestJobs } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { releaseRetries } from './retries';

let server: TestServer;
let owner: TestAccount;
let devices: TestDevice[];
let jobs: TestJobs;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ owner, devices, jobs } = await createFleet(server, 3));
});

const finish = (jobId: string, outcome?: Outcome) => finishRuns(server, jobId, outcome);
/** Makes held attempts due and releases them. */
const releaseHeldAttempts = async () => {
  await server.context.pool.query(
    `UPDATE "Run" SET "deliverBy" = now() WHERE "isHeld" AND attempt > 1 AND "accountId" = $1`,
    [owner.accountId],
  );
  await releaseRetries(server.context);
  // Waits for attempts that another server is releasing, which this call skips.
  await server.context.pool.query(`SELECT FROM "Run" WHERE "accountId" = $1 FOR UPDATE`, [owner.accountId]);
};

describe('POST /v1/jobs with retries', () => {
  it('creates another attempt after a delay and counts only the last attempt', async () => {
    const job = await jobs.start({ retry: { attempts: 3, delaySeconds: 30 } });
    expect(job.retry).toEqual({ attempts: 3, delaySeconds: 30 });
    await finish(job._id, (n) => (n === 0 ? 'failed' : n === 1 ? 'timed_out' : 'succeeded'));
    expect((await jobs.read(job._id)).counts).toMatchObject({ queued: 2, succeeded: 1, failed: 0 });
    const runs = await jobs.runsOf(job._id);
    expect(runs).toHaveLength(5);
    const next = runs[3];
    expect(next).toMatchObject({ state: 'queued', attempt: 2, retryOf: expect.any(String), isHeld: true });
    expect(next.heldUntil && Date.parse(next.heldUntil) - Date.now()).toBeGreaterThan(25_000);
    expect(runs.find(({ _id }) => _id === next.retryOf)).toMatchObject({ isRetried: true, attempt: 1 });
    await releaseRetries(server.context);
    expect((await jobs.runsOf(job._id)).filter(({ isHeld }) => isHeld)).toHaveLength(2);
    await releaseHeldAttempts();
    await finish(job._id);
    expect((await jobs.read(job._id)).counts).toMatchObject({ queued: 0, succeeded: 3, failed: 0 });
  });

  it('stops at the maximum number of attempts and doubles the delay each time', async () => {
    const { _id } = await jobs.start({
      retry: { attempts: 3 },
      devices: [{ _id: devices[0]._id }],
    });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await finish(_id, () => 'failed');
      const held = (await jobs.runsOf(_id)).find(({ isHeld }) => isHeld);
      if (held?.heldUntil)
        waits.push(Math.round((Date.parse(held.heldUntil) - Date.parse(held.createdAt)) / 1000));
      await releaseHeldAttempts();
    }
    expect(waits).toEqual([LIMITS.retryDelaySeconds, 2 * LIMITS.retryDelaySeconds]);
    expect((await jobs.runsOf(_id)).map(({ attempt, isRetried }) => `${attempt} ${isRetried}`)).toEqual([
      ...['1 true', '2 true', '3 false'],
    ]);
    expect((await jobs.read(_id)).counts).toMatchObject({ failed: 1, queued: 0 });
  });

  it('limits the delay', async () => {
    const retry = { attempts: LIMITS.runAttempts, delaySeconds: LIMITS.retryDelaySecondsMax };
    const { _id } = await jobs.start({ retry, devices: [{ _id: devices[0]._id }] });
    const { pool } = server.context;
    await pool.query(`UPDATE "Run" SET attempt = 9, "retriesLeft" = 1 WHERE "jobId" = $1`, [_id]);
    await finish(_id, () => 'failed');
    const held = (await jobs.runsOf(_id)).find(({ isHeld }) => isHeld) as Run;
    const wait = (Date.parse(held.heldUntil ?? '') - Date.parse(held.createdAt)) / 1000;
    expect(wait).toBeCloseTo(LIMITS.retryWaitSecondsMax, -1);
    expect(held.attempt).toBe(LIMITS.runAttempts);
  });

  it('creates one attempt when several servers expire the run concurrently', async () => {
    const other = await startTestServer();
    const { _id } = await jobs.start({ retry: { attempts: 2 } });
    await finish(_id, () => 'expired');
    await Promise.all([server, other, server, other].map(({ context }) => expireRuns(context)));
    await releaseHeldAttempts();
    await Promise.all([server, other, server, other].map(({ context }) => releaseRetries(context)));
    const runs = await jobs.runsOf(_id);
    expect(runs.map(({ attempt, isHeld }) => `${attempt} ${isHeld}`)).toEqual([
      ...Array<string>(3).fill('1 false'),
      ...Array<string>(3).fill('2 false'),
    ]);
    await other.close();
  });

  it('retries a run that expired', async () => {
    const { _id } = await jobs.start({ retry: { attempts: 2 } });
    await finish(_id, () => 'expired');
    expect((await jobs.read(_id)).counts).toMatchObject({ queued: 3, expired: 0 });
    // This call skips attempts that the periodic task of the server has locked.
    await eventually(async () => {
      await releaseHeldAttempts();
      await finish(_id, () => 'expired');
      expect((await jobs.read(_id)).counts).toMatchObject({ queued: 0, expired: 3 });
    });
  });

  it.each(['stopped', 'canceled', 'lost', 'rejected', 'succeeded'] as const)(
    'does not retry a run that was %s',
    async (state) => {
      const { _id } = await jobs.start({ retry: { attempts: 3 } });
      await finish(_id, () => state);
      expect((await jobs.read(_id)).counts).toMatchObject({ queued: 0, [state]: 3 });
    },
  );

  it('does not retry a run that fails while it is being stopped', async () => {
    const { _id } = await jobs.start({ retry: { attempts: 3 } });
    const link = await devices[0].connect();
    const { runId } = await link.start();
    await owner.as.delete(`/v1/jobs/${_id}`).expect(204);
    await link.finish(runId, { state: 'failed', exitCode: 1 });
    await link.close();
    expect((await jobs.read(_id)).counts).toMatchObject({ failed: 1, canceled: 2, queued: 0 });
  });

  it('does not retry a lost run with a late result', async () => {
    const { _id } = await jobs.start({ retry: { attempts: 3 } });
    const link = await devices[0].connect();
    const { runId } = await link.start();
    await link.close();
    const empty = await devices[0].connect({ runs: [] });
    await empty.finish(runId, { state: 'failed', exitCode: 1 });
    await empty.close();
    expect((await jobs.read(_id)).counts).toMatchObject({ failed: 1, queued: 2 });
    expect(await jobs.runsOf(_id)).toHaveLength(3);
  });

  it('cancels held attempts when the job is stopped or replaced', async () => {
    const first = await jobs.start({ retry: { attempts: 2 } });
    await finish(first._id, () => 'failed');
    await owner.as.delete(`/v1/jobs/${first._id}`).expect(204);
    expect((await jobs.read(first._id)).counts).toMatchObject({ canceled: 3 });
    const third = await jobs.start({ retry: { attempts: 2 } });
    await finish(third._id, () => 'failed');
    await jobs.start();
    expect((await jobs.read(third._id)).counts).toMatchObject({ canceled: 3 });
  });

  it('evaluates the last attempts of each wave', async () => {
    const rollout = { waves: [10], stopAfterFailedPercent: 0 };
    const { _id } = await jobs.start({ retry: { attempts: 2 }, rollout });
    await finish(_id, () => 'failed');
    await lookAt(server, _id);
    expect((await jobs.read(_id)).rollout).toMatchObject({ state: 'running', released: 1 });
    await releaseHeldAttempts();
    await finish(_id);
    await lookAt(server, _id);
    expect((await jobs.read(_id)).rollout).toMatchObject({ state: 'running', released: 3 });
  });

  it('does not release attempts while the rollout is paused', async () => {
    const { _id } = await jobs.start({ retry: { attempts: 2 }, rollout: { waves: [10] } });
    await finish(_id, () => 'failed');
    await owner.as.put(`/v1/jobs/${_id}/rollout`).send({ state: 'paused' }).expect(204);
    await releaseHeldAttempts();
    expect((await jobs.runsOf(_id)).filter(({ isHeld }) => isHeld)).toHaveLength(3);
    await expireRuns(server.context);
    expect((await jobs.read(_id)).counts).toMatchObject({ expired: 0, queued: 3 });
  });
});
