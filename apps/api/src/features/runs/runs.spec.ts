import { LIMITS } from '@drover/contract';
import { answerOf, done, invalidAt, notFound } from '../../testing/errors';
import { createDevice, type TestDevice, type TestLink } from '../../testing/test-device';
import { createDevscript } from '../../testing/test-devscript';
import { execute } from '../../testing/test-jobs';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;
let device: TestDevice;
let link: TestLink;

beforeAll(async () => {
  server = await startTestServer();
  stranger = await server.createAccount();
});
beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner, { name: '小米' });
  link = await device.connect();
});
afterEach(() => link.close());
afterAll(() => server.close());

/** Starts a run on the device. Returns the IDs of the run and its job. */
async function start(): Promise<{ runId: string; jobId: string }> {
  await execute(owner, [device]);
  return link.start();
}
const get = async (path: string) => (await owner.as.get(path).expect(200)).body;

describe('GET /v1/runs', () => {
  it('lists whole records, newest first, by every filter', async () => {
    const first = await start();
    await link.finish(first.runId, { state: 'failed', exitCode: 2, signal: 'SIGSEGV', reason: '坏了' });
    const second = await start();
    const { items } = await get('/v1/runs');
    expect(items).toEqual([
      expect.objectContaining({ _id: second.runId, state: 'running', finishedAt: null, exitCode: null }),
      {
        ...{ _id: first.runId, jobId: first.jobId, deviceId: device._id, deviceName: '小米', scriptId: null },
        ...{ state: 'failed', reason: '坏了', reasonCode: null, exitCode: 2, signal: 'SIGSEGV' },
        ...{
          wave: null,
          pinned: null,
          attempt: 1,
          retryOf: null,
          isRetried: false,
          isHeld: false,
          heldUntil: null,
        },
        ...{ progress: null, hasResult: false, failedStep: null },
        ...{ createdAt: expect.any(String), deliverBy: expect.any(String) },
        ...{ startedAt: expect.any(String), finishedAt: expect.any(String) },
      },
    ]);
    expect(await get(`/v1/runs/${first.runId}`)).toEqual(items[1]);
    expect(await get('/v1/runs?state=failed')).toEqual({ count: 1, items: [items[1]] });
    expect(await get(`/v1/runs?jobId=${second.jobId}`)).toEqual({ count: 1, items: [items[0]] });
    expect((await get(`/v1/runs?deviceId=${device._id}`)).count).toBe(2);
    expect((await get(`/v1/runs?deviceId=${device._id}&state=lost`)).count).toBe(0);
    expect((await get(`/v1/runs?scriptId=${device._id}`)).count).toBe(0);
    const found = async (query: string) =>
      (await get(`/v1/runs?${query}`)).items.map(({ _id }: { _id: string }) => _id);
    expect(await found('state=failed,running')).toEqual([second.runId, first.runId]);
    expect(await found('state=failed,succeeded')).toEqual([first.runId]);
    expect(await found('state=queued,lost')).toEqual([]);
    expect(await found('exitCode=2')).toEqual([first.runId]);
    expect(await found('exitCode=0')).toEqual([]);
    expect(await found(`reason=${encodeURIComponent('坏')}&jobId=${first.jobId}`)).toEqual([first.runId]);
    expect(await found('reason=%25')).toEqual([]);
    const [now, later] = [0, 2000].map((ms) => new Date(Date.parse(items[0].createdAt) + ms).toISOString());
    expect(await found(`createdAfter=2020-01-01T00:00:00Z&createdBefore=${later}`)).toHaveLength(2);
    expect(await found(`createdAfter=${later}`)).toEqual([]);
    expect(await found(`createdAfter=9999-01-01T00:00:00Z`)).toEqual([]);
    expect(await found(`createdAfter=0001-01-01T00:00:00Z&createdBefore=${now}&state=lost`)).toEqual([]);
    expect(await get('/v1/runs?limit=1')).toEqual({ count: 1, items: [items[0]], nextCursor: second.runId });
    expect(await get(`/v1/runs?limit=1&cursor=${second.runId}`)).toEqual({ count: 1, items: [items[1]] });
    for (const query of ['state=sleeping', 'state=failed,', 'state=', 'exitCode=-1', 'createdAfter=today'])
      expect(await answerOf(owner.as.get(`/v1/runs?${query}`))).toMatchObject({ status: 422 });
    expect((await stranger.as.get(`/v1/runs?deviceId=${device._id}`)).body).toEqual({ count: 0, items: [] });
  });
});

describe('GET /v1/jobs', () => {
  it('returns the fields of the request and the runs by state', async () => {
    const first = await start();
    await link.finish(first.runId);
    const second = await start();
    const { count, items } = await get('/v1/jobs');
    expect(count).toBe(2);
    expect(items[1]).toEqual({
      ...{ _id: first.jobId, kind: 'execute', scriptId: null, name: 'execute', version: null },
      ...{ timeout: null, createdAt: expect.any(String), rollout: null, retry: null, rerunOf: null },
      ...{ screenshotOnFailure: false, revision: null, schemaSha256: null },
      trigger: { kind: 'token', id: expect.any(String), name: 'test' },
      counts: {
        ...{ queued: 0, running: 0, stopping: 0, succeeded: 1, failed: 0, timed_out: 0 },
        ...{ lost: 0, stopped: 0, canceled: 0, expired: 0, rejected: 0 },
      },
    });
    expect(items[0]).toMatchObject({ _id: second.jobId, counts: { running: 1, succeeded: 0 } });
    expect(await get(`/v1/jobs/${first.jobId}`)).toEqual({ ...items[1], vars: {} });
    expect((await get('/v1/jobs?kind=script')).count).toBe(0);
    expect((await get('/v1/jobs?kind=execute&limit=1')).nextCursor).toBe(second.jobId);
    expect(await answerOf(owner.as.get('/v1/jobs?kind=x'))).toEqual(invalidAt('kind'));
    expect((await stranger.as.get('/v1/jobs')).body).toEqual({ count: 0, items: [] });
    expect(await answerOf(stranger.as.get(`/v1/jobs/${first.jobId}`))).toEqual(notFound);
    expect(await answerOf(stranger.as.get(`/v1/runs/${first.runId}`))).toEqual(notFound);
  });
});

describe('GET /v1/runs/:runId/logs', () => {
  const logs = (runId: string, query = '') => get(`/v1/runs/${runId}/logs${query}`);
  const textsOf = ({ items }: { items: { text: string }[] }) => items.map(({ text }) => text);

  it('returns the lines in order, starting after the given line', async () => {
    const { runId } = await start();
    await link.log(runId, ['c', '中文 😀', ''], 3);
    await link.log(runId, ['a', 'b\0'], 1);
    const all = await logs(runId);
    expect(all.count).toBe(5);
    expect(all.items[0]).toEqual({ seq: 1, at: expect.stringMatching(/Z$/), level: 'info', text: 'a' });
    expect(textsOf(all)).toEqual(['a', 'b\uFFFD', 'c', '中文 😀', '']);
    expect(await logs(runId, '?after=3')).toEqual({ count: 2, items: all.items.slice(3), lastSeq: 5 });
    const [second, third] = all.items.slice(1);
    expect(await logs(runId, '?after=1&limit=2')).toEqual({ count: 2, items: [second, third], lastSeq: 5 });
    expect(await logs(runId, '?after=5')).toEqual({ count: 0, items: [], lastSeq: 5 });
  });

  it('returns a page without a limit', async () => {
    const { runId } = await start();
    const lines = LIMITS.defaultLogItems;
    const texts = Array.from({ length: lines }, (_, n) => `line ${n + 1}`);
    await link.log(runId, texts, 1);
    await link.log(runId, ['the last line'], lines + 1);
    const page = await logs(runId);
    expect({ ...page, items: textsOf(page) }).toEqual({ count: lines, items: texts, lastSeq: lines + 1 });
    expect(textsOf(await logs(runId, `?after=${lines}`))).toEqual(['the last line']);
  });

  it('stores only the first version of a line', async () => {
    const { runId } = await start();
    await link.log(runId, ['a', 'b']);
    await link.log(runId, ['A', 'B', 'c']);
    expect(textsOf(await logs(runId))).toEqual(['a', 'b', 'c']);
    const { logBytes } = await server.context.prisma.run.findUniqueOrThrow({ where: { id: runId } });
    expect(logBytes).toBe(3 * (1 + LIMITS.logLineOverheadBytes));
  });

  it('accepts lines that arrive after the end of the run', async () => {
    const { runId } = await start();
    await link.finish(runId);
    await link.log(runId, ['late']);
    expect(textsOf(await logs(runId))).toEqual(['late']);
  });

  it('rejects invalid parameters and returns 404 for a run of another account', async () => {
    const { runId } = await start();
    const refused = [
      ['limit', '0'],
      ['limit', String(LIMITS.logItems + 1)],
      ['after', '-1'],
      ['after', 'x'],
    ];
    for (const [name, value] of refused) {
      const request = owner.as.get(`/v1/runs/${runId}/logs?${name}=${value}`);
      expect(await answerOf(request)).toEqual(invalidAt(name));
    }
    await logs(runId, `?limit=${LIMITS.logItems}`);
    expect(await answerOf(stranger.as.get(`/v1/runs/${runId}/logs`))).toEqual(notFound);
  });
});

describe('POST /v1/runs/stop', () => {
  const stop = (body: object) => answerOf(owner.as.post('/v1/runs/stop').send(body));
  const stateOf = async (runId: string): Promise<unknown> => (await get(`/v1/runs/${runId}`)).state;

  it('stops runs on the devices that match a selector', async () => {
    const { runId } = await start();
    expect(await stop({ selector: { name: 'nobody' } })).toEqual(invalidAt('selector'));
    expect(await stateOf(runId)).toBe('running');
    expect(await stop({ selector: { all: true } })).toEqual(done);
    expect(await stateOf(runId)).toBe('stopping');
  });

  it('stops runs of one script only', async () => {
    const { runId } = await start();
    const { _id: scriptId } = await createDevscript(owner);
    const devices = [{ _id: device._id }];
    const { body: job } = await owner.as.post('/v1/jobs').send({ scriptId, devices }).expect(201);
    expect(await stop({ scriptId, devices })).toEqual(done);
    const [waiting] = (await get(`/v1/runs?jobId=${job._id}`)).items;
    expect(waiting.state).not.toBe('queued');
    expect(await stateOf(runId)).toBe('running');
  });
});
