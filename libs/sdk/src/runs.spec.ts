import { setTimeout as delay } from 'node:timers/promises';
import { RunService } from './testing/run-service';
import { broken, failure, noContent, silent, TestServer } from './testing/test-server';
import type { Drover, WaitOptions } from './index';

const jobId = '65f1c0ffee65f1c0ffee65f1';
/** Polls often, for tests without a stream. */
const fast = { pollIntervalMs: 5 };
/** Never polls, for tests of the stream. */
const patient = { pollIntervalMs: 60_000 };

let server: TestServer;
let service: RunService;
let drover: Drover;

beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());
beforeEach(() => start('r'));
afterEach(() => service.breakStreams());

/** Starts with a job of the given runs. */
function start(...runIds: string[]): void {
  service = new RunService(jobId, runIds);
  server.script((response, request) => {
    if (service.isAway) broken(response, request);
    else if (request.method === 'POST') noContent({ location: `/v1/jobs/${jobId}` })(response, request);
    else service.respond(response, request);
  });
  drover = server.client();
}

const requests = (part: string) => server.received.filter(({ url }) => url.includes(part));

async function waitUntil(condition: () => boolean): Promise<void> {
  const endsAt = Date.now() + 20_000;
  while (!condition()) {
    if (Date.now() > endsAt) throw new Error(`Still false: ${condition.toString()}`);
    await delay(2);
  }
}

async function follow(runId: string, options: WaitOptions = patient): Promise<string[]> {
  const texts: string[] = [];
  for await (const { text } of drover.logs.follow(runId, options)) texts.push(text);
  return texts;
}

describe('logs.follow', () => {
  it('yields lines of the event stream until the run has ended', async () => {
    service.log('r', 'before');
    const followed = follow('r');
    await waitUntil(() => service.openStreams === 1 && requests('/logs').length === 2);
    for (let line = 0; line < 50; line += 1) service.log('r', `line ${line}`);
    service.finish('r');
    expect(await followed).toEqual(['before', ...Array.from({ length: 50 }, (_, line) => `line ${line}`)]);
    expect(requests('/logs')).toHaveLength(3);
    expect(requests('/v1/events').map(({ url }) => url)).toEqual(['/v1/events?types=run%2Clog&runId=r']);
    await waitUntil(() => service.openStreams === 0);
  });

  it.each([
    ['after a missing line', () => undefined],
    ['after a reset', () => service.send({ type: 'reset' })],
  ])('reads the log again %s', async (_when, interrupt) => {
    const followed = follow('r');
    await waitUntil(() => service.openStreams === 1 && requests('/logs').length === 2);
    service.log('r', 'one', { isLost: true });
    interrupt();
    service.log('r', 'two');
    service.finish('r');
    expect(await followed).toEqual(['one', 'two']);
  });

  it('resumes after the stream broke', async () => {
    const followed = follow('r');
    await waitUntil(() => service.openStreams === 1 && requests('/logs').length === 2);
    service.log('r', 'one');
    service.breakStreams();
    await waitUntil(() => service.openStreams === 1);
    service.log('r', 'two');
    service.finish('r');
    expect(await followed).toEqual(['one', 'two']);
  });

  it('polls if the service refuses the stream', async () => {
    service.refuseStream = failure(403);
    const followed = follow('r', fast);
    await waitUntil(() => requests('/logs').length > 3);
    service.log('r', 'one');
    service.finish('r');
    expect(await followed).toEqual(['one']);
  });

  it('does not poll while the stream is opening', async () => {
    service.refuseStream = silent;
    const controller = new AbortController();
    const followed = follow('r', { ...fast, signal: controller.signal });
    await waitUntil(() => requests('/logs').length === 1 && requests('/v1/events').length === 1);
    await delay(100);
    expect(requests('/logs')).toHaveLength(1);
    controller.abort(new Error('enough'));
    await expect(followed).rejects.toThrow('enough');
  });

  it('waits for a service that is away for longer than the retries of a call', async () => {
    service.refuseStream = failure(403);
    const followed = follow('r', fast);
    await waitUntil(() => requests('/logs').length > 3);
    service.isAway = true;
    const before = server.received.length;
    await waitUntil(() => server.received.length > before + 5);
    service.isAway = false;
    service.log('r', 'one');
    service.finish('r');
    expect(await followed).toEqual(['one']);
  });

  it('shares one stream between 200 follows, which all end with all lines', async () => {
    const runIds = Array.from({ length: 200 }, (_, index) => `r${index}`);
    start(...runIds);
    const followed = runIds.map((runId) => follow(runId));
    await waitUntil(() => service.openStreams === 1 && requests('/logs').length === 400);
    for (const text of ['one', 'two', 'three']) for (const runId of runIds) service.log(runId, text);
    for (const runId of runIds) service.finish(runId);
    for (const texts of await Promise.all(followed)) expect(texts).toEqual(['one', 'two', 'three']);
    expect(requests('/v1/events')).toHaveLength(1);
    // State and log: at first, when the stream opens, and at the end. On a busy machine also while it opens.
    expect(requests('/v1/runs').length).toBeGreaterThanOrEqual(1200);
    expect(requests('/v1/runs').length).toBeLessThanOrEqual(1600);
  });

  it('stops when its signal aborts', async () => {
    const controller = new AbortController();
    const log = drover.logs.follow('r', { signal: controller.signal });
    const next = log.next();
    await waitUntil(() => service.openStreams === 1);
    controller.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    await waitUntil(() => service.openStreams === 0);
  });
});

describe('runAndWait', () => {
  it('waits for every device, and returns one run per device', async () => {
    const runIds = Array.from({ length: 20 }, (_, index) => `r${index}`);
    start(...runIds);
    const request = { devices: [{ _id: 'a' }], vars: { rounds: 3 } };
    const waited = drover.devscripts.runAndWait('d', request, patient);
    await waitUntil(() => service.openStreams === 1 && requests('/v1/jobs').length === 2);
    for (const runId of runIds) {
      service.finish(runId);
      await delay(1);
    }
    expect((await waited).map(({ _id, state }) => [_id, state])).toEqual(
      runIds.map((runId) => [runId, 'succeeded']),
    );
    // When it starts, when the stream is open, and when all runs have ended.
    expect(requests('/v1/jobs')).toHaveLength(3);
    expect(JSON.parse(requests('/run').find(({ method }) => method === 'POST')?.body ?? '')).toEqual(request);
  });

  it('polls if the service refuses the stream', async () => {
    service.refuseStream = failure(403);
    const waited = drover.jobs.wait(jobId, fast);
    await waitUntil(() => requests('/v1/jobs').length > 3);
    service.finish('r');
    expect((await waited).map(({ state }) => state)).toEqual(['succeeded']);
  });
});
