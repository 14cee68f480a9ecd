import { LIMITS, type Job, type Run } from '@drover/contract';
import { answerOf, invalidAt } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { finishReleased, finishRuns, lookAt, type Outcome } from '../../testing/finish-runs';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { createFleet, type TestJobs } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { advanceRollout } from './advance';

let server: TestServer;
let owner: TestAccount;
let devices: TestDevice[];
let scriptId: string;
let jobs: TestJobs;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ owner, devices, scriptId, jobs } = await createFleet(server, 10));
});

const finish = (jobId: string, outcome?: Outcome) => finishReleased(server, jobId, outcome);
const states = (job: Job) => job.rollout?.waves.map(({ devices: size, state }) => `${size} ${state}`);

describe('POST /v1/jobs with a rollout', () => {
  it('releases each wave when the previous one has ended', async () => {
    const job = await jobs.start({ rollout: { waves: [10, 50] } });
    expect(job.counts).toMatchObject({ queued: 10 });
    expect(job.rollout).toMatchObject({
      state: 'running',
      reason: null,
      devices: 10,
      released: 1,
      perMinute: null,
    });
    expect(states(job)).toEqual(['1 running', '4 waiting', '5 waiting']);
    expect((await finish(job._id)).length).toBe(1);
    expect((await finish(job._id)).length).toBe(4);
    expect(states(await jobs.read(job._id))).toEqual(['1 passed', '4 passed', '5 running']);
    await finish(job._id);
    const ended = await jobs.read(job._id);
    expect(ended.rollout).toMatchObject({ state: 'finished', released: 10 });
    expect(ended.rollout?.waves[2]).toMatchObject({
      ...{ n: 3, state: 'passed', failedPercent: 0, reason: null, counts: { succeeded: 5, queued: 0 } },
      ...{ startedAt: expect.any(String), finishedAt: expect.any(String) },
    });
  });

  it('shows held runs without a delivery deadline', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [10] }, deliverWithin: 100 });
    const runs = await jobs.runsOf(_id);
    const held = runs.filter(({ isHeld }) => isHeld);
    expect(held).toHaveLength(9);
    expect(held[0]).toMatchObject({ state: 'queued', wave: 2, deliverBy: null, heldUntil: null, attempt: 1 });
    expect(runs.find(({ isHeld }) => !isHeld)).toMatchObject({ wave: 1, deliverBy: expect.any(String) });
  });

  it('does not send a held run to a device that connects', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [10] } });
    const held = (await jobs.runsOf(_id)).find(({ isHeld }) => isHeld);
    const device = devices.find((each) => each._id === held?.deviceId) as TestDevice;
    const link = await device.connect();
    expect(link.arrived('run')).toEqual([]);
    await finish(_id);
    expect((await link.next('run')).runId).toBe(held?._id);
    await link.close();
  });

  it('begins with the first devices of the request', async () => {
    const named = [...devices].reverse().map(({ _id }) => ({ _id }));
    const { _id } = await jobs.start({ rollout: { waves: [20] }, devices: named });
    const first = (await jobs.runsOf(_id)).filter(({ wave }) => wave === 1).map(({ deviceId }) => deviceId);
    expect(first.sort()).toEqual([devices[8]._id, devices[9]._id].sort());
  });

  it('begins with online devices', async () => {
    const link = await devices[7].connect();
    const { _id } = await jobs.start({ rollout: {} });
    expect((await link.next('run')).jobId).toBe(_id);
    await link.close();
  });

  it('stops with a reason when more runs failed than allowed', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50], stopAfterFailedPercent: 20 } });
    await finish(_id, (n) => (n < 2 ? 'failed' : 'succeeded'));
    const { rollout } = await jobs.read(_id);
    expect(rollout).toMatchObject({
      ...{ state: 'stopped', reason: 'wave 1: 2 of 5 runs failed, more than 20 %', released: 5 },
      waves: [{ state: 'failed', failedPercent: 40 }, { state: 'waiting' }],
    });
    await lookAt(server, _id);
    expect((await jobs.read(_id)).rollout?.released).toBe(5);
  });

  it('continues when as many runs failed as allowed', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50], stopAfterFailedPercent: 20 } });
    await finish(_id, (n) => (n < 1 ? 'failed' : 'succeeded'));
    expect(states(await jobs.read(_id))).toEqual(['5 passed', '5 running']);
  });

  it('stops when no device of a wave connected', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50], stopAfterFailedPercent: 20 } });
    await finish(_id, () => 'expired');
    expect((await jobs.read(_id)).rollout).toMatchObject({
      ...{ state: 'stopped', reason: 'wave 1: no device connected in time' },
    });
  });

  it('releases devices per minute evenly', async () => {
    const { _id } = await jobs.start({ rollout: { perMinute: 60 } });
    const released = async () => (await jobs.read(_id)).rollout?.released ?? 0;
    const first = await released();
    expect(first).toBeGreaterThanOrEqual(1);
    expect(first).toBeLessThan(4);
    await server.context.pool.query(
      `UPDATE "Rollout" SET "windowStartedAt" = "windowStartedAt" - interval '3 seconds' WHERE "jobId" = $1`,
      [_id],
    );
    await lookAt(server, _id);
    expect(await released()).toBeGreaterThanOrEqual(first + 3);
    await eventually(async () => expect(await released()).toBe(10));
    await finish(_id);
    expect((await jobs.read(_id)).rollout).toMatchObject({ state: 'finished', perMinute: 60, waves: [] });
  });

  it('continues to the end by the periodic task', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50], stopAfterFailedPercent: 20 } });
    await finishRuns(server, _id);
    const reaches = (wanted: string[]) =>
      eventually(async () => expect(states(await jobs.read(_id))).toEqual(wanted));
    await reaches(['5 passed', '5 running']);
    await finishRuns(server, _id, (n) => (n < 1 ? 'failed' : 'succeeded'));
    await reaches(['5 passed', '5 passed']);
    await eventually(async () => expect((await jobs.read(_id)).rollout?.state).toBe('finished'));
  });

  it('stops as soon as too many runs failed, before the others have ended', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50], stopAfterFailedPercent: 20 } });
    await server.context.pool.query(
      `UPDATE "Run" SET state = 'failed', "finishedAt" = now()
       WHERE id IN (SELECT id FROM "Run" WHERE "jobId" = $1 AND NOT "isHeld" LIMIT 2)`,
      [_id],
    );
    await eventually(async () => expect((await jobs.read(_id)).rollout?.state).toBe('stopped'));
    expect((await jobs.read(_id)).counts).toMatchObject({ failed: 2, queued: 8 });
  });

  it('releases a wave once when several servers advance it concurrently', async () => {
    const other = await startTestServer();
    const { _id } = await jobs.start({ rollout: { waves: [10, 50] } });
    await finishRuns(server, _id);
    const looks = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? server : other).context);
    await Promise.all(looks.map((context) => advanceRollout(context, _id)));
    const job = await jobs.read(_id);
    expect(states(job)).toEqual(['1 passed', '4 running', '5 waiting']);
    expect(job.rollout?.released).toBe(5);
    await other.close();
  });

  it('evaluates failures of a rollout by devices per minute from the tenth result', async () => {
    const more = await Promise.all([createDevice(server, owner), createDevice(server, owner)]);
    expect(more).toHaveLength(2);
    const rollout = { perMinute: 60, stopAfterFailedPercent: 50 };
    const { _id } = await jobs.start({ rollout });
    const { pool } = server.context;
    const stopReleases = () =>
      pool.query(`UPDATE "Rollout" SET "releasedInWindow" = 10000 WHERE "jobId" = $1`, [_id]);
    await stopReleases();
    const { released = 0 } = (await jobs.read(_id)).rollout ?? {};
    expect(released).toBeLessThan(LIMITS.rolloutMinResults);
    await finish(_id, () => 'failed');
    expect((await jobs.read(_id)).rollout?.state).toBe('running');
    const missing = LIMITS.rolloutMinResults - released;
    await pool.query(
      `UPDATE "Rollout" SET "releasedInWindow" = 1 - $2::int + floor(extract(epoch FROM now() - "windowStartedAt")) WHERE "jobId" = $1`,
      [_id, missing],
    );
    await lookAt(server, _id);
    await stopReleases();
    await finish(_id, () => 'failed');
    expect((await jobs.read(_id)).rollout).toMatchObject({
      ...{ state: 'stopped', reason: expect.stringMatching(/^1\d of 1\d runs failed, more than 50 %$/) },
    });
  });

  it.each([
    [{ waves: [10, 10] }, 'rollout.waves'],
    [{ waves: [0] }, 'rollout.waves.0'],
    [{ waves: [] }, 'rollout.waves'],
    [{ waves: [10], perMinute: 1 }, 'rollout.perMinute'],
    [{ stopAfterFailedPercent: 101 }, 'rollout.stopAfterFailedPercent'],
  ])('rejects %j', async (rollout, path) => {
    const body = { scriptId, selector: { all: true }, rollout };
    expect(await answerOf(owner.as.post('/v1/jobs').send(body))).toEqual(invalidAt(path));
  });
});

describe('releaseRuns', () => {
  it('replaces an open run of the same script only at the release', async () => {
    const before = await jobs.start();
    const link = await devices[9].connect();
    const { runId } = await link.start();
    const job = await jobs.start({
      rollout: { waves: [50] },
      devices: devices.map(({ _id }) => ({ _id })),
    });
    const ofDevice = async (jobId: string) =>
      (await jobs.runsOf(jobId)).find(({ deviceId }) => deviceId === devices[9]._id);
    // The device is online, so it is in the first wave, and an offline device is in the second one.
    expect(await link.next('stop')).toMatchObject({ runId, reason: 'replaced' });
    expect((await jobs.read(before._id)).counts).toMatchObject({ stopping: 1, canceled: 4, queued: 5 });
    await link.finish(runId, { state: 'stopped' });
    await link.close();
    expect(await ofDevice(job._id)).toMatchObject({ isHeld: false });
    await finish(job._id);
    expect((await jobs.read(before._id)).counts).toMatchObject({ stopped: 1, canceled: 9, queued: 0 });
  });

  it('cancels held runs when a later job replaces them', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50] } });
    await jobs.start();
    expect((await jobs.read(_id)).counts).toMatchObject({ canceled: 10 });
    await lookAt(server, _id);
    await lookAt(server, _id);
    expect((await jobs.read(_id)).rollout?.state).toBe('finished');
  });

  it('cancels held runs when their job is stopped or their device is deleted', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [10] } });
    const held = (await jobs.runsOf(_id)).find(({ isHeld }) => isHeld) as Run;
    await owner.as.delete(`/v1/devices/${held.deviceId}`).expect(204);
    expect((await jobs.read(_id)).counts).toMatchObject({ canceled: 1 });
    await owner.as.delete(`/v1/jobs/${_id}`).expect(204);
    const job = await jobs.read(_id);
    expect(job.counts).toMatchObject({ canceled: 10 });
    expect(job.rollout).toMatchObject({ state: 'aborted', reason: 'stopped on request' });
  });
});
