import { eventually, Installation, Proxy } from '@drover/test-installation';
import { describeWithBacking, startBacking } from './testing/backing';

let backing: Awaited<ReturnType<typeof startBacking>>;
let installation: Installation;

interface Change {
  method?: 'GET' | 'POST' | 'PUT';
  body?: object;
}

/** An answer of a server, as far as it matters here. */
async function ask(node: number, path: string, { method = 'GET', body }: Change = {}) {
  const response = await fetch(installation.urlOf(node) + path, {
    method,
    headers: { authorization: `token ${installation.token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text };
}

/** A run that is under way, writes so many lines, and ends with 7; in the end nothing of it is missing. */
async function startCounting(lines: number) {
  const { agent, device } = await installation.startAgent('steady');
  const code = `for (let n = 1; n <= ${lines}; n++) { console.log('line ' + n); sleep(100); } process.exit(7);`;
  const { jobId } = await installation.run(device, code, ['running']);
  async function isWhole(patienceMs?: number): Promise<void> {
    const ended = await installation.runOf(jobId, ['failed', 'succeeded', 'lost'], patienceMs);
    expect(ended).toMatchObject({ state: 'failed', exitCode: 7 });
    expect(await installation.logOf(ended)).toEqual(Array.from({ length: lines }, (_, n) => `line ${n + 1}`));
    // The device was connected all the time.
    expect(agent.output).not.toContain('The link is down');
  }
  return { device, isWhole };
}

const untilReady = (node: number) =>
  eventually(
    () => ask(node, '/readyz'),
    ({ status }) => status === 200,
    30_000,
  );

describeWithBacking('two servers', () => {
  beforeAll(async () => {
    backing = await startBacking();
    installation = await Installation.start({ nodes: 2, env: backing.env });
  }, 60_000);
  afterAll(async () => {
    await installation?.close();
    await backing?.close();
  });

  it('without PostgreSQL answer 503, keep their devices, and go on by themselves when it is back', async () => {
    const { device, ...counting } = await startCounting(50);
    await backing.postgres.kill();

    const requests: [path: string, change?: Change][] = [
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
        const { status, retryAfter, text } = await ask(node, ...request);
        expect([request[0], status, retryAfter]).toEqual([
          request[0],
          503,
          expect.stringMatching(/^[1-9]\d*$/),
        ]);
        expect(JSON.parse(text)).toMatchObject({ code: 1503 });
      }
      const readiness = await ask(node, '/readyz');
      expect(readiness).toMatchObject({ status: 503, text: expect.stringContaining('database') });
      expect(readiness.text).not.toContain('bus');
      expect((await ask(node, '/healthz')).status).toBe(200);
    }

    await backing.postgres.start();
    await Promise.all([untilReady(0), untilReady(1)]);
    await counting.isWhole();
    const next = await installation.run(device, `console.log('next')`, ['succeeded', 'failed', 'lost']);
    expect(next.state).toBe('succeeded');
  }, 120_000);

  it('without NATS say so, work on each for itself, and hear each other again when it is back', async () => {
    const { device } = await installation.startAgent('steady');
    await backing.nats.kill();
    for (const node of [0, 1]) {
      await eventually(
        () => ask(node, '/readyz'),
        ({ status, text }) => status === 503 && text.includes('bus') && !text.includes('database'),
      );
      // One of the two does not hold the device: its run waits for the other's sweep.
      const { jobId } = await installation
        .droverAt(installation.urlOf(node))
        .scripts.execute({ code: '1', devices: [device] });
      expect((await installation.runOf(jobId, ['succeeded', 'failed', 'lost'], 40_000)).state).toBe(
        'succeeded',
      );
    }
    await backing.nats.start();
    await Promise.all([untilReady(0), untilReady(1)]);
    for (const node of [0, 1]) {
      const { jobId } = await installation
        .droverAt(installation.urlOf(node))
        .scripts.execute({ code: '1', devices: [device] });
      expect((await installation.runOf(jobId, ['succeeded', 'failed', 'lost'])).state).toBe('succeeded');
    }
  }, 120_000);
});

describeWithBacking('a server whose database vanishes without a word', () => {
  let proxy: Proxy;
  beforeAll(async () => {
    backing = await startBacking();
    const folder = new URL(backing.postgres.url).searchParams.get('host');
    proxy = await Proxy.listen([{ path: `${folder}/.s.PGSQL.5432` }]);
    const DATABASE_URL = `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`;
    installation = await Installation.start({ env: { ...backing.env, DATABASE_URL } });
  }, 60_000);
  afterAll(async () => {
    await installation?.close();
    await proxy?.close();
    await backing?.close();
  });

  it('says so, keeps its devices, and goes on with what comes in its place', async () => {
    const counting = await startCounting(200);
    proxy.isSilent = true;
    // More than there are connections: each is given up, and none is waited for as long as TCP would.
    const answers = await Promise.all(Array.from({ length: 30 }, () => ask(0, '/v1/devices')));
    for (const { status, retryAfter } of answers) expect([status, retryAfter]).toEqual([503, '2']);
    expect((await ask(0, '/readyz')).status).toBe(503);
    // What was swallowed is missing: the connections of before stay silent for ever.
    proxy.isSilent = false;
    await untilReady(0);
    await counting.isWhole(60_000);
  }, 120_000);
});
