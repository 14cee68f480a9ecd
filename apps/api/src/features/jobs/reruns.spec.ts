import { newId } from '../../database/ids';
import { answerOf, conflict, notFound } from '../../testing/errors';
import { finishRuns, type Outcome } from '../../testing/finish-runs';
import type { TestDevice } from '../../testing/test-device';
import { upload } from '../../testing/test-devscript';
import { createFleet, type TestJobs } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

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
  ({ owner, devices, scriptId, jobs } = await createFleet(server, 3));
});

const finish = (jobId: string, outcome?: Outcome) => finishRuns(server, jobId, outcome);

describe('POST /v1/jobs/:jobId/rerun', () => {
  const rerun = (jobId: string, body: object, headers = {}) =>
    owner.as.post(`/v1/jobs/${jobId}/rerun`).set(headers).send(body);
  const devicesOf = async (jobId: string) =>
    (await jobs.runsOf(jobId)).map(({ deviceId }) => deviceId).sort();

  it.each([
    ['failed', [0]],
    ['offline', [1]],
    ['all', [0, 1, 2]],
  ])('re-runs the job on %s devices', async (which, indexes) => {
    const vars = { city: '大理' };
    const { _id } = await jobs.start({ vars, timeout: 60, deliverWithin: 100, screenshotOnFailure: true });
    await finish(_id, (n) => (['failed', 'expired', 'succeeded'] as const)[n]);
    const ids = (await jobs.runsOf(_id)).map(({ deviceId }) => deviceId);
    const { body } = await rerun(_id, { which }).expect(201);
    expect(body).toMatchObject({
      rerunOf: _id,
      scriptId,
      kind: 'devscript',
      vars,
      timeout: 60,
      screenshotOnFailure: true,
    });
    expect(await devicesOf(body._id)).toEqual(indexes.map((index) => ids[index]).sort());
  });

  it('runs the same version or the current one', async () => {
    const { _id } = await jobs.start();
    await finish(_id, () => 'failed');
    await upload(owner, scriptId, { code: 'fixed()' });
    const same = (await rerun(_id, { which: 'all' }).expect(201)).body;
    expect((await finish(same._id, () => 'failed'))[0].code).toBe('one()');
    const current = (await rerun(_id, { which: 'all', code: 'current' }).expect(201)).body;
    expect((await finish(current._id))[0].code).toBe('fixed()');
  });

  it('uses the rollout and retry options of the job', async () => {
    const careful = {
      rollout: { waves: [50], stopAfterFailedPercent: 10 },
      retry: { attempts: 2, delaySeconds: 5 },
    };
    const { _id } = await jobs.start({ code: '1', ...careful });
    const { body } = await rerun(_id, { which: 'all' }).expect(201);
    expect(body).toMatchObject({ kind: 'execute', retry: careful.retry });
    expect(body.rollout).toMatchObject({
      stopAfterFailedPercent: 10,
      waves: [{ devices: 2 }, { devices: 1 }],
    });
  });

  it('skips deleted devices and returns 409 if none is left', async () => {
    const { _id } = await jobs.start();
    await finish(_id, () => 'failed');
    await owner.as.delete(`/v1/devices/${devices[0]._id}`).expect(204);
    const { body } = await rerun(_id, { which: 'failed' }).expect(201);
    expect(await devicesOf(body._id)).toEqual([devices[1]._id, devices[2]._id].sort());
    expect(await answerOf(rerun(_id, { which: 'offline' }))).toEqual(conflict);
  });

  it('returns the same job for the same Idempotency-Key', async () => {
    const { _id } = await jobs.start();
    const key = { 'Idempotency-Key': newId() };
    const first = await rerun(_id, { which: 'all' }, key).expect(201);
    expect((await rerun(_id, { which: 'all' }, key).expect(201)).body._id).toBe(first.body._id);
  });

  it('returns 404 for a job of another account', async () => {
    const stranger = await server.createAccount();
    const { _id } = await jobs.start();
    const request = stranger.as.post(`/v1/jobs/${_id}/rerun`).send({ which: 'all' });
    expect(await answerOf(request)).toEqual(notFound);
  });
});
