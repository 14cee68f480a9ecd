import { noContent, ok, TestServer, type Responder } from './testing/test-server';

const jobId = '65f1c0ffee65f1c0ffee65f1';
const line = (seq: number) => ({ seq, at: '2026-01-31T08:30:00.000Z', level: 'info', text: `line ${seq}` });
const lines = (...seqs: number[]) => ok({ count: seqs.length, items: seqs.map(line) });
const run = (state: string) => ok({ _id: 'r', state });
const fast = { pollIntervalMs: 1 };

describe('Runs', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  const requests = () => server.received.map(({ method, url }) => `${method} ${url}`);

  it('follows a log until the run has ended and the log is complete', async () => {
    server.script(
      ...[run('queued'), lines()],
      ...[run('running'), lines(1, 2)],
      ...[run('succeeded'), lines(3)],
      ...[run('succeeded'), lines()],
    );
    const texts: string[] = [];
    for await (const { text } of server.client().logs.follow('r', fast)) texts.push(text);
    expect(texts).toEqual(['line 1', 'line 2', 'line 3']);
    expect(requests().filter((request) => request.includes('logs'))).toEqual([
      'GET /v1/runs/r/logs?after=0',
      'GET /v1/runs/r/logs?after=0',
      'GET /v1/runs/r/logs?after=2',
      'GET /v1/runs/r/logs?after=3',
    ]);
  });

  it('stops following when its signal aborts', async () => {
    const controller = new AbortController();
    server.script(run('running'), (response, request) => {
      lines()(response, request);
      response.on('finish', () => controller.abort(new Error('enough')));
    });
    const log = server.client().logs.follow('r', { signal: controller.signal, pollIntervalMs: 60_000 });
    await expect(log.next()).rejects.toThrow('enough');
  });

  it('runs, waits for every device and returns one run per device', async () => {
    const counts = (queued: number, running: number, succeeded: number): Responder =>
      ok({ counts: { queued, running, stopping: 0, succeeded, failed: 0 } });
    const results = [
      { _id: 'r1', deviceName: 'one', state: 'succeeded', exitCode: 0 },
      { _id: 'r2', deviceName: 'two', state: 'succeeded', exitCode: 0 },
    ];
    server.script(
      noContent({ location: `/v1/jobs/${jobId}` }),
      counts(1, 1, 0),
      counts(0, 1, 1),
      counts(0, 0, 2),
      ok({ count: 2, items: results }),
    );
    const request = { devices: [{ _id: 'a' }, { _id: 'b' }], vars: { rounds: 3 } };
    await expect(server.client().devscripts.runAndWait('d', request, fast)).resolves.toEqual(results);
    expect(requests()).toEqual([
      'POST /v1/devscripts/d/run',
      `GET /v1/jobs/${jobId}`,
      `GET /v1/jobs/${jobId}`,
      `GET /v1/jobs/${jobId}`,
      `GET /v1/runs?jobId=${jobId}&limit=200`,
    ]);
    expect(JSON.parse(server.received[0]?.body ?? '')).toEqual(request);
  });
});
