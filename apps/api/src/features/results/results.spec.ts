import { LIMITS, type Run, type RunResult } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { newId } from '../../database/ids';
import { answerOf, notFound } from '../../testing/errors';
import type { TestDevice } from '../../testing/test-device';
import { createFleet, type TestJobs } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { TestWatcher } from '../../testing/test-watcher';
import { createWebhook } from '../../testing/test-webhook';

let server: TestServer;
let owner: TestAccount;
let devices: TestDevice[];
let jobs: TestJobs;
let scriptId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ owner, devices, jobs, scriptId } = await createFleet(server, 3));
});

const read = async <Body>(path: string) => (await owner.as.get(path).expect(200)).body as Body;
const list = async (query: string) => (await read<{ items: RunResult[] }>(`/v1/results?${query}`)).items;

/** Runs a job on devices. Each reports the result that belongs to its number. */
async function runOn(
  fleet: TestDevice[],
  finished: (n: number) => object,
  request: object = {},
): Promise<{ jobId: string; runIds: string[] }> {
  const { _id: jobId } = await jobs.start({ devices: fleet.map(({ _id }) => ({ _id })), ...request });
  const runIds: string[] = [];
  for (const [n, device] of fleet.entries()) {
    const link = await device.connect();
    const { runId } = await link.start();
    await link.finish(runId, finished(n));
    await link.close();
    runIds.push(runId);
  }
  return { jobId, runIds };
}

/** Runs a job on the first device, which reports this result. */
async function runWith(finished: object, request?: object): Promise<{ jobId: string; runId: string }> {
  const { jobId, runIds } = await runOn(devices.slice(0, 1), () => finished, request);
  return { jobId, runId: runIds[0] };
}

describe('GET /v1/runs/:runId/result', () => {
  it.each([{ price: 12.5, 标题: '好', nested: { list: [1, null] } }, [1, 2], 'text', 0, false, null])(
    'returns what the script left: %j',
    async (value) => {
      const { jobId, runId } = await runWith({ result: value });
      const run = await read<Run>(`/v1/runs/${runId}`);
      expect(run).toMatchObject({ state: 'succeeded', hasResult: true });
      const { deviceId, deviceName, state, attempt, isRetried, createdAt, finishedAt } = run;
      expect(await read(`/v1/runs/${runId}/result`)).toEqual({
        ...{ runId, jobId, deviceId, deviceName, scriptId, state, attempt, isRetried, createdAt, finishedAt },
        value,
        problem: null,
        schemaProblem: null,
      });
    },
  );

  it('returns 404 for a run without a result, and for one of another account', async () => {
    const { runId } = await runWith({});
    expect(await read(`/v1/runs/${runId}`)).toMatchObject({ hasResult: false });
    expect(await answerOf(owner.as.get(`/v1/runs/${runId}/result`))).toEqual(notFound);
    const other = await runWith({ result: 1 });
    const { as } = await server.createAccount();
    expect(await answerOf(as.get(`/v1/runs/${other.runId}/result`))).toEqual(notFound);
  });
});

describe('the result in a Finished frame', () => {
  const ofBytes = (bytes: number) => 'x'.repeat(bytes - 2);
  const ofDepth = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown;

  it('is stored up to its limits', async () => {
    const longest = await runWith({ result: ofBytes(BUDGET.reportResultBytes.max) });
    expect(await read(`/v1/runs/${longest.runId}/result`)).toMatchObject({ problem: null });
    const deepest = await runWith({ result: ofDepth(BUDGET.reportResultDepth.max) });
    expect(await read(`/v1/runs/${deepest.runId}/result`)).toMatchObject({ problem: null });
  });

  it.each([
    ['has too many bytes', () => ofBytes(BUDGET.reportResultBytes.max + 1), /^it has 65537 bytes/],
    ['nests too deep', () => ofDepth(BUDGET.reportResultDepth.max + 1), /^it nests more than 100 levels/],
    ['nests much too deep', () => ofDepth(2000), /^it nests more than 100 levels/],
  ])('that %s is rejected with the reason, and the run ends as reported', async (_name, result, problem) => {
    const { runId } = await runWith({ result: result() });
    expect(await read(`/v1/runs/${runId}`)).toMatchObject({ state: 'succeeded', hasResult: true });
    const stored = await read(`/v1/runs/${runId}/result`);
    expect(stored).toMatchObject({ value: null, problem: expect.stringMatching(problem) as string });
  });

  it('is stored once, and the problem that a device reports as well', async () => {
    const [device] = devices;
    const link = await device.connect();
    await jobs.start({ devices: [{ _id: device._id }] });
    const { runId } = await link.start();
    await link.finish(runId, { result: 1 });
    await link.finish(runId, { result: 2 });
    await link.close();
    expect(await list(`deviceId=${device._id}`)).toMatchObject([{ runId, value: 1 }]);
    const { runId: other } = await runWith({ resultProblem: 'it is not\0 JSON' });
    expect(await read(`/v1/runs/${other}/result`)).toMatchObject({
      value: null,
      problem: 'it is not\uFFFD JSON',
    });
  });

  it('does not show secrets', async () => {
    await owner.as.put('/v1/secrets/KEY').send({ value: 'swordfish-9931' }).expect(204);
    const vars = { key: { $secret: 'KEY' } };
    const { runId } = await runWith({ result: { 'swordfish-9931': ['a swordfish-9931'] } }, { vars });
    expect(await read(`/v1/runs/${runId}/result`)).toMatchObject({ value: { '***': ['a ***'] } });
  });

  it('is in the event of the run and in the webhook, unless it is too large', async () => {
    const webhook = await createWebhook(server, owner, {
      url: 'http://127.0.0.1:9/',
      events: ['run.finished'],
    });
    const watcher = await TestWatcher.open(server.url, { token: owner.token, query: '?types=run' });
    const most = ofBytes(LIMITS.eventResultBytes);
    for (const [result, shown] of [[most, most] as const, [`${most}x`, undefined] as const]) {
      const { runId } = await runWith({ result });
      let event = await watcher.next('run');
      while (event.run._id !== runId || event.run.finishedAt === null) event = await watcher.next('run');
      expect(event.run.hasResult).toBe(true);
      expect(event.result).toBe(shown);
      const [{ body }] = await server.context.prisma.webhookDelivery.findMany({
        where: { webhookId: webhook._id },
        orderBy: { id: 'desc' },
        take: 1,
      });
      expect((JSON.parse(body) as { data: object }).data).toEqual({
        ...event.run,
        ...(shown && { result: shown }),
      });
    }
    await watcher.close();
  });
});

describe('GET /v1/results', () => {
  it('lists results by job, script and device, those of the newest runs first', async () => {
    const first = await runOn(devices, (n) => ({ result: { n } }));
    const second = await runOn(devices.slice(0, 1), () => ({ result: 'code' }), {
      ...{ code: '1', scriptId: undefined },
    });
    expect((await list('')).map(({ value }) => value)).toHaveLength(4);
    expect((await list(`jobId=${first.jobId}`)).map(({ runId }) => runId).sort()).toEqual(
      first.runIds.sort(),
    );
    expect(await list(`jobId=${second.jobId}`)).toMatchObject([{ value: 'code', scriptId: null }]);
    expect(await list(`scriptId=${scriptId}`)).toHaveLength(3);
    expect(await list(`deviceId=${devices[0]._id}`)).toMatchObject([{ value: 'code' }, { value: { n: 0 } }]);
    expect(await list(`deviceId=${devices[0]._id}&scriptId=${scriptId}`)).toMatchObject([
      { value: { n: 0 } },
    ]);
    expect(await list(`jobId=${newId()}`)).toEqual([]);
    const page = await read<{ items: RunResult[]; nextCursor: string }>('/v1/results?limit=3');
    expect(page.items).toHaveLength(3);
    expect(await list(`cursor=${page.nextCursor}`)).toHaveLength(1);
    const { as } = await server.createAccount();
    expect((await as.get(`/v1/results?jobId=${first.jobId}`).expect(200)).body).toEqual({
      count: 0,
      items: [],
    });
  });

  it('ends a page of large results early', async () => {
    const { jobId, runIds } = await runOn(devices, () => ({ result: 'x'.repeat(60_000) }));
    await server.context.pool.query(
      `UPDATE "RunResult" SET value = to_json(repeat('x', ${LIMITS.pageBytes}))::text WHERE "runId" = ANY($1)`,
      [runIds],
    );
    const page = await read<{ items: RunResult[]; nextCursor: string }>(`/v1/results?jobId=${jobId}`);
    expect(page.items).toHaveLength(1);
    expect(page.nextCursor).toBeDefined();
  });
});
