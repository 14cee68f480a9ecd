import { eventually, Installation, Proxy } from '@drover/test-installation';
import { describeWithBackingServices, startBackingServices } from './testing/backing-services';

let backing: Awaited<ReturnType<typeof startBackingServices>>;
let installation: Installation;

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT';
  body?: object;
}

/** Sends a request to a node, and returns the relevant parts of the response. */
async function sendRequest(node: number, path: string, { method = 'GET', body }: RequestOptions = {}) {
  const response = await fetch(installation.getNodeUrl(node) + path, {
    method,
    headers: { authorization: `token ${installation.token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
}

/** Starts a run that writes `lines` lines and exits with 7. `expectComplete` checks that nothing of it is missing. */
async function startCountingRun(lines: number) {
  const { agent, device } = await installation.startAgent('steady');
  const code = `for (let n = 1; n <= ${lines}; n++) { console.log('line ' + n); sleep(100); } process.exit(7);`;
  const { jobId } = await installation.run(device, code, ['running']);
  async function expectComplete(timeoutMs?: number): Promise<void> {
    const ended = await installation.waitForRun(jobId, ['failed', 'succeeded', 'lost'], timeoutMs);
    expect(ended).toMatchObject({ state: 'failed', exitCode: 7 });
    expect(await installation.readLog(ended)).toEqual(
      Array.from({ length: lines }, (_, n) => `line ${n + 1}`),
    );
    // The device stayed connected all the time.
    expect(agent.output).not.toContain('The link is down');
  }
  return { device, expectComplete };
}

const waitUntilReady = (node: number) =>
  eventually(
    () => sendRequest(node, '/readyz'),
    ({ status }) => status === 200,
  );

describeWithBackingServices('two servers', () => {
  beforeAll(async () => {
    backing = await startBackingServices();
    installation = await Installation.start({ nodes: 2, env: backing.env });
  });
  afterAll(async () => {
    await installation?.close();
    await backing?.close();
  });

  it('responds with 503 without PostgreSQL, keeps devices connected, and recovers when it returns', async () => {
    const { device, ...counting } = await startCountingRun(50);
    await backing.postgres.kill();

    const requests: [path: string, change?: RequestOptions][] = [
      ['/v1/devices'],
      [`/v1/devices/${device._id}`],
      ['/v1/runs'],
      ['/v1/jobs'],
      ['/v1/scripts'],
      ['/v1/devscripts', { method: 'POST', body: { name: 'new' } }],
      [`/v1/devices/${device._id}`, { method: 'PUT', body: { name: 'new' } }],
      [`/v1/devices/${device._id}/stop`, { method: 'PUT' }],
      ['/v1/scripts/execute', { method: 'POST', body: { code: '1', devices: [{ _id: device._id }] } }],
      ['/v1/sessions', { method: 'POST', body: { email: 'a@example.org', password: 'not the one' } }],
      ['/v1/events'],
    ];
    for (const node of [0, 1]) {
      for (const request of requests) {
        const { status, retryAfter, text } = await sendRequest(node, ...request);
        expect([request[0], status, retryAfter]).toEqual([
          request[0],
          503,
          expect.stringMatching(/^[1-9]\d*$/),
        ]);
        expect(JSON.parse(text)).toMatchObject({ code: 1503 });
      }
      const readiness = await sendRequest(node, '/readyz');
      expect(readiness).toMatchObject({ status: 503, text: expect.stringContaining('database') });
      expect(readiness.text).not.toContain('bus');
      expect((await sendRequest(node, '/healthz')).status).toBe(200);
    }

    await backing.postgres.start();
    await Promise.all([waitUntilReady(0), waitUntilReady(1)]);
    await counting.expectComplete();
    const next = await installation.run(device, `console.log('next')`, ['succeeded', 'failed', 'lost']);
    expect(next.state).toBe('succeeded');
  });

  it('reports missing NATS in /readyz, still runs jobs, and recovers when it returns', async () => {
    const { device } = await installation.startAgent('steady');
    await backing.nats.kill();
    for (const node of [0, 1]) {
      await eventually(
        () => sendRequest(node, '/readyz'),
        ({ status, text }) => status === 503 && text.includes('bus') && !text.includes('database'),
      );
      // The device is connected to one node only. A run created on the other one waits for that node's periodic task.
      const { jobId } = await installation
        .createClient(installation.getNodeUrl(node))
        .scripts.execute({ code: '1', devices: [device] });
      expect((await installation.waitForRun(jobId, ['succeeded', 'failed', 'lost'], 40_000)).state).toBe(
        'succeeded',
      );
    }
    await backing.nats.start();
    await Promise.all([waitUntilReady(0), waitUntilReady(1)]);
    for (const node of [0, 1]) {
      const { jobId } = await installation
        .createClient(installation.getNodeUrl(node))
        .scripts.execute({ code: '1', devices: [device] });
      expect((await installation.waitForRun(jobId, ['succeeded', 'failed', 'lost'])).state).toBe('succeeded');
    }
  });
});

describeWithBackingServices('a server whose database stops responding', () => {
  let proxy: Proxy;
  beforeAll(async () => {
    backing = await startBackingServices();
    const folder = new URL(backing.postgres.url).searchParams.get('host');
    proxy = await Proxy.listen([{ path: `${folder}/.s.PGSQL.5432` }]);
    const DATABASE_URL = `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`;
    installation = await Installation.start({ env: { ...backing.env, DATABASE_URL } });
  });
  afterAll(async () => {
    await installation?.close();
    await proxy?.close();
    await backing?.close();
  });

  it('responds with 503, keeps its devices, and recovers with new connections', async () => {
    const counting = await startCountingRun(200);
    proxy.isDroppingData = true;
    // More requests than connections. Each fails long before the TCP timeout.
    const responses = await Promise.all(Array.from({ length: 30 }, () => sendRequest(0, '/v1/devices')));
    for (const { status, retryAfter } of responses) expect([status, retryAfter]).toEqual([503, '2']);
    expect((await sendRequest(0, '/readyz')).status).toBe(503);
    // The dropped data is missing on the old connections, so they never respond again.
    proxy.isDroppingData = false;
    await waitUntilReady(0);
    await counting.expectComplete(60_000);
  });
});
