import { LIMITS, type CreateJob, type Job, type Run } from '@drover/contract';
import { newId } from '../database/ids';
import { expireRuns } from '../runs/expiry';
import { answerOf, conflict, notFound } from '../testing/errors';
import { eventually } from '../testing/eventually';
import { finishRuns, type Outcome } from '../testing/finish-runs';
import { createDevice, type TestDevice } from '../testing/test-device';
import { createDevscript, upload } from '../testing/test-devscript';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { advanceRollout } from './advance';
import { releaseRetries } from './retries';

let server: TestServer;
let owner: TestAccount;
let devices: TestDevice[];
let scriptId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  devices = await Promise.all(Array.from({ length: 3 }, () => createDevice(server, owner)));
  scriptId = (await createDevscript(owner, { code: 'one()' }))._id;
});

const read = async (jobId: string): Promise<Job> =>
  (await owner.as.get(`/v1/jobs/${jobId}`).expect(200)).body;
/** Runs, oldest first. */
const runsOf = async (jobId: string): Promise<Run[]> =>
  (await owner.as.get(`/v1/runs?jobId=${jobId}`).expect(200)).body.items.reverse();
const start = async (request: Partial<CreateJob> = {}): Promise<Job> =>
  (
    await owner.as
      .post('/v1/jobs')
      .send({ scriptId, selector: { all: true }, ...request })
      .expect(201)
  ).body;
const finish = (jobId: string, outcome?: Outcome) => finishRuns(server, jobId, outcome);
/** Has the time of held attempts come. */
const letTimePass = async () => {
  await server.service.pool.query(
    `UPDATE "Run" SET "deliverBy" = now() WHERE "isHeld" AND attempt > 1 AND "accountId" = $1`,
    [owner.accountId],
  );
  await releaseRetries(server.service);
};

describe('a job that is tried again', () => {
  it('has another attempt follow where it failed, after a while, and counts the last', async () => {
    const job = await start({ retry: { attempts: 3, delaySeconds: 30 } });
    expect(job.retry).toEqual({ attempts: 3, delaySeconds: 30 });
    await finish(job._id, (n) => (n === 0 ? 'failed' : n === 1 ? 'timed_out' : 'succeeded'));
    expect((await read(job._id)).counts).toMatchObject({ queued: 2, succeeded: 1, failed: 0 });
    const runs = await runsOf(job._id);
    expect(runs).toHaveLength(5);
    const next = runs[3];
    expect(next).toMatchObject({ state: 'queued', attempt: 2, retryOf: expect.any(String), isHeld: true });
    expect(next.heldUntil && Date.parse(next.heldUntil) - Date.now()).toBeGreaterThan(25_000);
    expect(runs.find(({ _id }) => _id === next.retryOf)).toMatchObject({ isRetried: true, attempt: 1 });
    await releaseRetries(server.service);
    expect((await runsOf(job._id)).filter(({ isHeld }) => isHeld)).toHaveLength(2);
    await letTimePass();
    await finish(job._id);
    expect((await read(job._id)).counts).toMatchObject({ queued: 0, succeeded: 3, failed: 0 });
  });

  it('gives up after as many attempts as it may have, and waits longer each time', async () => {
    const { _id } = await start({
      retry: { attempts: 3 },
      devices: [{ _id: devices[0]._id }],
      selector: undefined,
    });
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      await finish(_id, () => 'failed');
      const held = (await runsOf(_id)).find(({ isHeld }) => isHeld);
      if (held?.heldUntil)
        waits.push(Math.round((Date.parse(held.heldUntil) - Date.parse(held.createdAt)) / 1000));
      await letTimePass();
    }
    expect(waits).toEqual([LIMITS.retryDelaySeconds, 2 * LIMITS.retryDelaySeconds]);
    expect((await runsOf(_id)).map(({ attempt, isRetried }) => `${attempt} ${isRetried}`)).toEqual([
      ...['1 true', '2 true', '3 false'],
    ]);
    expect((await read(_id)).counts).toMatchObject({ failed: 1, queued: 0 });
  });

  it('waits no longer than it may', async () => {
    const retry = { attempts: LIMITS.runAttempts, delaySeconds: LIMITS.retryDelaySecondsMax };
    const { _id } = await start({ retry, devices: [{ _id: devices[0]._id }], selector: undefined });
    const { pool } = server.service;
    await pool.query(`UPDATE "Run" SET attempt = 9, "retriesLeft" = 1 WHERE "jobId" = $1`, [_id]);
    await finish(_id, () => 'failed');
    const held = (await runsOf(_id)).find(({ isHeld }) => isHeld) as Run;
    const wait = (Date.parse(held.heldUntil ?? '') - Date.parse(held.createdAt)) / 1000;
    expect(wait).toBeCloseTo(LIMITS.retryWaitSecondsMax, -1);
    expect(held.attempt).toBe(LIMITS.runAttempts);
  });

  it('is tried again once, however many servers look at once', async () => {
    const other = await startTestServer();
    const { _id } = await start({ retry: { attempts: 2 } });
    await finish(_id, () => 'expired');
    await Promise.all([server, other, server, other].map(({ service }) => expireRuns(service)));
    await letTimePass();
    await Promise.all([server, other, server, other].map(({ service }) => releaseRetries(service)));
    const runs = await runsOf(_id);
    expect(runs.map(({ attempt, isHeld }) => `${attempt} ${isHeld}`)).toEqual([
      ...Array<string>(3).fill('1 false'),
      ...Array<string>(3).fill('2 false'),
    ]);
    await other.close();
  });

  it('is tried again where no device had it in time', async () => {
    const { _id } = await start({ retry: { attempts: 2 } });
    await finish(_id, () => 'expired');
    expect((await read(_id)).counts).toMatchObject({ queued: 3, expired: 0 });
    // Of two that look at once, one passes over what the other holds: the server looks too.
    await eventually(async () => {
      await letTimePass();
      await finish(_id, () => 'expired');
      expect((await read(_id)).counts).toMatchObject({ queued: 0, expired: 3 });
    });
  });

  it.each(['stopped', 'canceled', 'lost', 'rejected', 'succeeded'] as const)(
    'is not tried again where it was %s',
    async (state) => {
      const { _id } = await start({ retry: { attempts: 3 } });
      await finish(_id, () => state);
      expect((await read(_id)).counts).toMatchObject({ queued: 0, [state]: 3 });
    },
  );

  it('is not tried again once it was stopped, also where it fails while it ends', async () => {
    const { _id } = await start({ retry: { attempts: 3 } });
    const link = await devices[0].connect();
    const { runId } = await link.start();
    await owner.as.delete(`/v1/jobs/${_id}`).expect(204);
    await link.finish(runId, { state: 'failed', exitCode: 1 });
    await link.close();
    expect((await read(_id)).counts).toMatchObject({ failed: 1, canceled: 2, queued: 0 });
  });

  it('is not tried again where a run was lost and its result comes late', async () => {
    const { _id } = await start({ retry: { attempts: 3 } });
    const link = await devices[0].connect();
    const { runId } = await link.start();
    await link.close();
    const empty = await devices[0].connect({ runs: [] });
    await empty.finish(runId, { state: 'failed', exitCode: 1 });
    await empty.close();
    expect((await read(_id)).counts).toMatchObject({ failed: 1, queued: 2 });
    expect(await runsOf(_id)).toHaveLength(3);
  });

  it('ends its waiting attempts when it is stopped, or asked for anew', async () => {
    const first = await start({ retry: { attempts: 2 } });
    await finish(first._id, () => 'failed');
    await owner.as.delete(`/v1/jobs/${first._id}`).expect(204);
    expect((await read(first._id)).counts).toMatchObject({ canceled: 3 });
    const third = await start({ retry: { attempts: 2 } });
    await finish(third._id, () => 'failed');
    await start();
    expect((await read(third._id)).counts).toMatchObject({ canceled: 3 });
  });

  it('is judged wave by wave by its last attempts', async () => {
    const rollout = { waves: [10], stopAfterFailedPercent: 0 };
    const { _id } = await start({ retry: { attempts: 2 }, rollout });
    await finish(_id, () => 'failed');
    await advanceRollout(server.service, _id);
    expect((await read(_id)).rollout).toMatchObject({ state: 'running', released: 1 });
    await letTimePass();
    await finish(_id);
    await advanceRollout(server.service, _id);
    expect((await read(_id)).rollout).toMatchObject({ state: 'running', released: 3 });
  });

  it('waits while its roll-out is paused', async () => {
    const { _id } = await start({ retry: { attempts: 2 }, rollout: { waves: [10] } });
    await finish(_id, () => 'failed');
    await owner.as.put(`/v1/jobs/${_id}/rollout`).send({ state: 'paused' }).expect(204);
    await letTimePass();
    expect((await runsOf(_id)).filter(({ isHeld }) => isHeld)).toHaveLength(3);
    await expireRuns(server.service);
    expect((await read(_id)).counts).toMatchObject({ expired: 0, queued: 3 });
  });
});

describe('POST /v1/jobs/:jobId/rerun', () => {
  const rerun = (jobId: string, body: object, headers = {}) =>
    owner.as.post(`/v1/jobs/${jobId}/rerun`).set(headers).send(body);
  const devicesOf = async (jobId: string) => (await runsOf(jobId)).map(({ deviceId }) => deviceId).sort();

  it.each([
    ['failed', [0]],
    ['offline', [1]],
    ['all', [0, 1, 2]],
  ])('runs it again on %s', async (which, indexes) => {
    const vars = { city: '大理' };
    const { _id } = await start({ vars, timeout: 60, deliverWithin: 100 });
    await finish(_id, (n) => (['failed', 'expired', 'succeeded'] as const)[n]);
    const ids = (await runsOf(_id)).map(({ deviceId }) => deviceId);
    const { body } = await rerun(_id, { which }).expect(201);
    expect(body).toMatchObject({ rerunOf: _id, scriptId, kind: 'devscript', vars, timeout: 60 });
    expect(await devicesOf(body._id)).toEqual(indexes.map((index) => ids[index]).sort());
  });

  it('runs the code as it was, or as it is now', async () => {
    const { _id } = await start();
    await finish(_id, () => 'failed');
    await upload(owner, scriptId, { code: 'fixed()' });
    const same = (await rerun(_id, { which: 'all' }).expect(201)).body;
    expect((await finish(same._id, () => 'failed'))[0].code).toBe('one()');
    const current = (await rerun(_id, { which: 'all', code: 'current' }).expect(201)).body;
    expect((await finish(current._id))[0].code).toBe('fixed()');
  });

  it('is as careful as the job was', async () => {
    const careful = {
      rollout: { waves: [50], stopAfterFailedPercent: 10 },
      retry: { attempts: 2, delaySeconds: 5 },
    };
    const { _id } = await start({ code: '1', scriptId: undefined, ...careful });
    const { body } = await rerun(_id, { which: 'all' }).expect(201);
    expect(body).toMatchObject({ kind: 'execute', retry: careful.retry });
    expect(body.rollout).toMatchObject({
      stopAfterFailedPercent: 10,
      waves: [{ devices: 2 }, { devices: 1 }],
    });
  });

  it('passes devices over that are gone, and says when none is left', async () => {
    const { _id } = await start();
    await finish(_id, () => 'failed');
    await owner.as.delete(`/v1/devices/${devices[0]._id}`).expect(204);
    const { body } = await rerun(_id, { which: 'failed' }).expect(201);
    expect(await devicesOf(body._id)).toEqual([devices[1]._id, devices[2]._id].sort());
    expect(await answerOf(rerun(_id, { which: 'offline' }))).toEqual(conflict);
  });

  it('is answered once for one Idempotency-Key', async () => {
    const { _id } = await start();
    const key = { 'Idempotency-Key': newId() };
    const first = await rerun(_id, { which: 'all' }, key).expect(201);
    expect((await rerun(_id, { which: 'all' }, key).expect(201)).body._id).toBe(first.body._id);
  });

  it('does not find the jobs of others', async () => {
    const stranger = await server.createAccount();
    const { _id } = await start();
    const request = stranger.as.post(`/v1/jobs/${_id}/rerun`).send({ which: 'all' });
    expect(await answerOf(request)).toEqual(notFound);
  });
});
