import type { Job, RunList } from '@drover/contract';
import { answerOf, conflict, done, invalidAt } from '../../testing/errors';
import { finishReleased, type Outcome } from '../../testing/finish-runs';
import { upload } from '../../testing/test-devscript';
import { createFleet, type TestJobs } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let scriptId: string;
let jobs: TestJobs;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ owner, scriptId, jobs } = await createFleet(server, 10));
});

const update = (jobId: string, body: object) => owner.as.put(`/v1/jobs/${jobId}/rollout`).send(body);
const finish = (jobId: string, outcome?: Outcome) => finishReleased(server, jobId, outcome);
const states = (job: Job) => job.rollout?.waves.map(({ devices: size, state }) => `${size} ${state}`);

describe('PUT /v1/jobs/:jobId/rollout', () => {
  it('pauses and resumes the rollout', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50] } });
    await update(_id, { state: 'paused' }).expect(204);
    await update(_id, { state: 'paused' }).expect(204);
    await finish(_id);
    expect((await jobs.read(_id)).rollout).toMatchObject({
      state: 'paused',
      reason: 'paused on request',
      released: 5,
    });
    await update(_id, { state: 'running' }).expect(204);
    expect((await jobs.read(_id)).rollout).toMatchObject({ state: 'running', reason: null, released: 10 });
  });

  it('resumes a stopped rollout on the remaining devices with the same version', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50], stopAfterFailedPercent: 0 } });
    await finish(_id, () => 'failed');
    await upload(owner, scriptId, { code: 'fixed()' });
    await update(_id, { state: 'running' }).expect(204);
    const orders = await finish(_id);
    expect(orders.map(({ code }) => code)).toEqual(Array(5).fill('one()'));
    expect((await jobs.read(_id)).counts).toMatchObject({ failed: 5, succeeded: 5 });
  });

  it('resumes on the remaining devices with the current version', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50], stopAfterFailedPercent: 0 } });
    await finish(_id, () => 'failed');
    await upload(owner, scriptId, { code: 'fixed()' });
    await update(_id, { state: 'running', code: 'current' }).expect(204);
    expect((await jobs.read(_id)).rollout?.codeUpdatedAt).toEqual(expect.any(String));
    const orders = await finish(_id);
    expect(orders.map(({ code }) => code)).toEqual(Array(5).fill('fixed()'));
    const job = await jobs.read(_id);
    expect(job.counts).toMatchObject({ failed: 5, succeeded: 5 });
    expect(states(job)).toEqual(['5 failed', '5 passed']);
  });

  it('keeps the code of earlier runs', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50], stopAfterFailedPercent: 0 } });
    await finish(_id, () => 'failed');
    await upload(owner, scriptId, { code: 'fixed()' });
    await update(_id, { state: 'running', code: 'current' }).expect(204);
    await finish(_id);
    const codeOf = async (state: string) => {
      const { items } = (await owner.as.get('/v1/runs').query({ jobId: _id, state })).body as RunList;
      const codes = items.map(async ({ _id: runId }) => {
        const { body, text } = await owner.as.get(`/v1/runs/${runId}/code`).expect(200);
        return text ?? String(body);
      });
      return new Set(await Promise.all(codes));
    };
    expect(await codeOf('failed')).toEqual(new Set(['one()']));
    expect(await codeOf('succeeded')).toEqual(new Set(['fixed()']));
  });

  it('returns 409 for the current version while released runs are open', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50] } });
    await update(_id, { state: 'paused' }).expect(204);
    expect(await answerOf(update(_id, { state: 'running', code: 'current' }))).toEqual(conflict);
  });

  it('cancels held runs but not released runs when it is aborted', async () => {
    const { _id } = await jobs.start({ rollout: { waves: [50] } });
    await update(_id, { state: 'aborted' }).expect(204);
    expect(await answerOf(update(_id, { state: 'aborted' }))).toEqual(done);
    const job = await jobs.read(_id);
    expect(job.counts).toMatchObject({ queued: 5, canceled: 5 });
    expect(job.rollout).toMatchObject({ state: 'aborted', reason: 'the rollout was aborted' });
    expect(await answerOf(update(_id, { state: 'running' }))).toEqual(conflict);
  });

  it('returns 409 for a job without rollout and for a new version of a job without script', async () => {
    expect(await answerOf(update((await jobs.start())._id, { state: 'paused' }))).toEqual(conflict);
    const { _id } = await jobs.start({ code: '1', rollout: {} });
    expect(await answerOf(update(_id, { state: 'running', code: 'current' }))).toEqual(conflict);
    expect(await answerOf(update(_id, { state: 'paused', code: 'same' }))).toEqual(invalidAt('code'));
  });
});
