import { newId } from '../../database/ids';
import { execute as executeOn } from '../../testing/test-jobs';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { TestWatcher } from '../../testing/test-watcher';
import { eventually } from '../../testing/eventually';
import { answerOf, invalidAt, outOfScope, unauthorized } from '../../testing/errors';

let server: TestServer;
let owner: TestAccount;
let open: TestWatcher[] = [];

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
});
afterEach(async () => {
  await Promise.all(open.map((watcher) => watcher.close()));
  open = [];
});
afterAll(() => server.close());

const watch = async (query = '', { account = owner, lastEventId = '' } = {}) => {
  const watcher = await TestWatcher.open(server.url, { token: account.token, query, lastEventId });
  open.push(watcher);
  return watcher;
};
const execute = (...devices: TestDevice[]) => executeOn(owner, devices);
/** Starts a run, and a watcher that has received its start. */
const start = async () => {
  const device = await createDevice(server, owner);
  const link = await device.connect();
  const watcher = await watch(`?deviceId=${device._id}`);
  const jobId = await execute(device);
  const { runId } = await link.start();
  await watcher.until(() =>
    watcher.arrived().some((event) => event.type === 'run' && event.run.state === 'running'),
  );
  watcher.arrived().length = 0;
  return { device, link, watcher, jobId, runId };
};
const runOf = async (jobId: string) => (await owner.as.get(`/v1/runs?jobId=${jobId}`)).body.items[0];

describe('GET /v1/events', () => {
  it('returns a stream that proxies neither cache nor buffer', async () => {
    const { response } = await watch();
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect((await owner.as.head('/v1/events')).status).toBe(200);
  });

  it('requires the scope "read"', async () => {
    expect(await answerOf(server.request().get('/v1/events'))).toEqual(unauthorized);
    const runner = callAs(server.url, await owner.createToken({ scopes: ['run'] }));
    expect(await answerOf(runner.get('/v1/events'))).toEqual(outOfScope);
    expect(await answerOf(owner.as.get('/v1/events?jobId=a&jobId=b'))).toEqual(invalidAt('jobId'));
  });

  it('reports when a device is enrolled, connects, changes, disconnects and is deleted', async () => {
    const watcher = await watch();
    const { body: key } = await owner.as.post('/v1/enrolment-keys').send({}).expect(201);
    const labels = { brand: 'b', model: 'm', platform: 'p', appVersion: '2.0.0' };
    const { body: enrolled } = await server
      .request()
      .post('/v1/enrolments')
      .send({ key: key.key, ...labels });
    expect(await watcher.next('device')).toEqual({ type: 'device', device: enrolled.device });

    const device = await createDevice(server, owner);
    const link = await device.connect({ appVersion: '3.0.0' });
    const { device: online } = await watcher.next('device');
    expect(online).toEqual((await owner.as.get(`/v1/devices/${device._id}`)).body);
    expect(online).toMatchObject({ online: true, appVersion: '3.0.0' });

    await owner.as
      .put(`/v1/devices/${device._id}`)
      .send({ name: 'new', tags: ['t'] })
      .expect(204);
    expect(await watcher.next('device')).toMatchObject({
      device: { name: 'new', tags: ['t'], online: true },
    });

    await link.close();
    expect(await watcher.next('device')).toMatchObject({ device: { _id: device._id, online: false } });

    await owner.as.delete(`/v1/devices/${device._id}`).expect(204);
    expect(await watcher.next('device.removed')).toEqual({ type: 'device.removed', deviceId: device._id });
    expect(watcher.arrived()).toEqual([]);
  });

  it('reports each state of a run and its log lines', async () => {
    const device = await createDevice(server, owner);
    const watcher = await watch();
    const jobId = await execute(device);
    const { run: queued } = await watcher.next('run');
    expect(queued).toEqual(await runOf(jobId));
    expect(queued).toMatchObject({ jobId, deviceId: device._id, state: 'queued' });

    const link = await device.connect();
    await watcher.next('device');
    const { runId } = await link.start();
    expect(await watcher.next('run')).toMatchObject({ run: { _id: runId, state: 'running' } });

    await link.log(runId, ['one', 'two\n🐑']);
    const { lines, ...log } = await watcher.next('log');
    expect(log).toEqual({ type: 'log', runId, jobId, deviceId: device._id });
    expect(lines).toEqual((await owner.as.get(`/v1/runs/${runId}/logs`)).body.items);
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two\n🐑']);

    await link.finish(runId, { state: 'failed', exitCode: 3 });
    const { run: failed } = await watcher.next('run');
    expect(failed).toEqual(await runOf(jobId));
    expect(failed).toMatchObject({ state: 'failed', exitCode: 3 });
    await link.close();
  });

  it('reports new messages in the inbox', async () => {
    const { device, link, runId } = await start();
    const watcher = await watch('?types=message');
    const ofRun = await watch(`?types=message&runId=${runId}`);
    await owner.as.post('/v1/message/send').send({ text: 'from a program' }).expect(204);
    const sent = await watcher.next('message');
    expect(sent).toMatchObject({ runId: null, deviceId: null });

    const posted = { type: 'posted', runId, at: Date.now(), text: 'from a script' } as const;
    await link.report(posted);
    const { messageId, ...about } = await watcher.next('message');
    expect(about).toEqual({ type: 'message', runId, deviceId: device._id });
    expect(await ofRun.next('message')).toMatchObject({ messageId });

    const { items } = (await owner.as.get('/v1/messages')).body;
    expect(items.map(({ _id }: { _id: string }) => _id)).toEqual([messageId, sent.messageId]);
    await link.close();
  });

  it('reports a log line once if the device repeats it', async () => {
    const { link, watcher, runId } = await start();
    await link.log(runId, ['1', '2']);
    expect((await watcher.next('log')).lines.map(({ seq }) => seq)).toEqual([1, 2]);
    await link.log(runId, ['1', '2']);
    await link.log(runId, ['2', '3', '4'], 2);
    expect((await watcher.next('log')).lines.map(({ seq }) => seq)).toEqual([3, 4]);
    await link.close();
  });

  it('reports all log lines of a run before its end', async () => {
    const { link, watcher, runId } = await start();
    const texts = Array.from({ length: 60 }, (_, index) => `${index}`.padEnd(8_000, '.'));
    const at = Date.now();
    texts.forEach((text, index) =>
      link.sendRaw({
        type: 'log',
        n: index + 10,
        runId,
        lines: [{ seq: index + 1, at, level: 'info', text }],
      }),
    );
    link.sendRaw({ type: 'finished', n: 100, runId, at, state: 'succeeded', exitCode: 0 });
    const reported: number[] = [];
    await watcher.until(() => watcher.arrived().some(({ type }) => type === 'run'));
    while (watcher.arrived()[0].type === 'log') {
      reported.push(...(await watcher.next('log')).lines.map(({ seq }) => seq));
    }
    expect(reported).toEqual(texts.map((_, index) => index + 1));
    expect(await watcher.next('run')).toMatchObject({ run: { state: 'succeeded' } });
    await link.close();
  });

  it('reports stopped, replaced, canceled and expired runs', async () => {
    const device = await createDevice(server, owner);
    const { body: script } = await owner.as.post('/v1/devscripts').send({}).expect(201);
    await owner.as
      .put(`/v1/devscripts/${script._id}/files`)
      .attach('data', Buffer.from('1'), { filename: 'a.js', contentType: 'application/javascript' })
      .expect(204);
    const run = () =>
      owner.as
        .post(`/v1/devscripts/${script._id}/run`)
        .send({ devices: [{ _id: device._id }] })
        .expect(204);
    const watcher = await watch();
    await run();
    expect(await watcher.next('run')).toMatchObject({ run: { state: 'queued' } });
    await run();
    const states = [(await watcher.next('run')).run, (await watcher.next('run')).run];
    expect(states).toMatchObject([{ state: 'canceled', reason: 'replaced' }, { state: 'queued' }]);

    const link = await device.connect();
    await watcher.next('device');
    const { runId } = await link.start();
    expect(await watcher.next('run')).toMatchObject({ run: { _id: runId, state: 'running' } });
    await owner.as.put(`/v1/devices/${device._id}/stop`).expect(204);
    expect(await watcher.next('run')).toMatchObject({ run: { _id: runId, state: 'stopping' } });
    await link.finish(runId, { state: 'stopped' });
    expect(await watcher.next('run')).toMatchObject({ run: { _id: runId, state: 'stopped' } });
    await link.close();
    await watcher.next('device');

    await owner.as
      .post('/v1/scripts/execute')
      .send({ code: '1', devices: [{ _id: device._id }], deliverWithin: 1 })
      .expect(204);
    expect(await watcher.next('run')).toMatchObject({ run: { state: 'queued' } });
    expect(await watcher.next('run')).toMatchObject({ run: { state: 'expired' } });
  });

  it('reports a run that its device lost', async () => {
    const { device, link, watcher, runId } = await start();
    await link.close();
    expect(await watcher.next('device')).toMatchObject({ device: { online: false } });
    const again = await device.connect({ runs: [] });
    expect(await watcher.next('device')).toMatchObject({ device: { online: true } });
    expect(await watcher.next('run')).toMatchObject({ run: { _id: runId, state: 'lost' } });
    await again.close();
  });

  it('reports devices whose node died', async () => {
    const device = await createDevice(server, owner);
    const { prisma } = server.context;
    const { id: nodeId } = await prisma.node.create({
      data: { id: newId(), leaseUntil: new Date(Date.now() - 60_000) },
    });
    await prisma.device.update({ where: { id: device._id }, data: { nodeId } });
    const watcher = await watch(`?deviceId=${device._id}`);
    expect(await watcher.next('device')).toMatchObject({ device: { _id: device._id, online: false } });
  });
});

describe('filters of GET /v1/events', () => {
  it('select matching events, and can be combined', async () => {
    const [a, b] = [await createDevice(server, owner), await createDevice(server, owner)];
    const ofA = await watch(`?deviceId=${a._id}`);
    const all = await watch();
    const jobId = await execute(a, b);
    const runs = [(await all.next('run')).run, (await all.next('run')).run];
    const runOfA = runs.find(({ deviceId }) => deviceId === a._id);
    expect((await ofA.next('run')).run).toEqual(runOfA);

    const ofJob = await watch(`?jobId=${jobId}`);
    const ofRun = await watch(`?runId=${runOfA?._id}`);
    const ofJobAndB = await watch(`?jobId=${jobId}&deviceId=${b._id}`);
    const ofNothing = await watch(`?runId=${runOfA?._id}&deviceId=${b._id}`);
    await owner.as.put(`/v1/devices/${a._id}`).send({ name: 'x' }).expect(204);
    expect(await ofA.next('device')).toMatchObject({ device: { name: 'x' } });
    await all.next('device');
    await owner.as.delete(`/v1/jobs/${jobId}`).expect(204);

    await all.next('run');
    await all.next('run');
    expect(await ofA.next('run')).toMatchObject({ run: { state: 'canceled', deviceId: a._id } });
    expect(await ofRun.next('run')).toMatchObject({ run: { state: 'canceled', deviceId: a._id } });
    expect(await ofJobAndB.next('run')).toMatchObject({ run: { state: 'canceled', deviceId: b._id } });
    await ofJob.next('run');
    await ofJob.next('run');
    for (const watcher of open) expect(watcher.arrived()).toEqual([]);
    expect(open).toContain(ofNothing);
  });

  it('select events by type', async () => {
    const device = await createDevice(server, owner);
    const [all, changes, lines] = [
      await watch(),
      await watch('?types=device,run'),
      await watch('?types=log'),
    ];
    const link = await device.connect();
    await execute(device);
    const { runId } = await link.start();
    await link.log(runId, ['a line']);
    await link.finish(runId);
    await link.close();
    await all.until(() => all.arrived().some((event) => event.type === 'device' && !event.device.online));
    await owner.as.delete(`/v1/devices/${device._id}`).expect(204);
    for (const watcher of [all, changes]) {
      await watcher.until(() => watcher.arrived().at(-1)?.type === 'device.removed');
    }
    await lines.until(() => lines.arrived().length > 0);
    const events = all.arrived();
    expect(events.map(({ type }) => type)).toContain('log');
    expect(changes.arrived()).toEqual(events.filter(({ type }) => type !== 'log'));
    expect(lines.arrived()).toEqual(events.filter(({ type }) => type === 'log'));
  });

  it.each(['', 'logs', 'run,', 'device run', 'Run'])('reject the types %j', async (types) => {
    expect(await answerOf(owner.as.get('/v1/events').query({ types }))).toEqual(invalidAt('types'));
  });

  it('show no events of other accounts', async () => {
    const stranger = await server.createAccount();
    const device = await createDevice(server, owner);
    const theirs = await createDevice(server, stranger);
    const spies = [
      await watch('', { account: stranger }),
      await watch(`?deviceId=${device._id}`, { account: stranger }),
    ];
    const mine = await watch();
    const link = await device.connect();
    await mine.next('device');
    await execute(device);
    await mine.next('run');
    const { runId } = await link.start();
    await link.log(runId, ['secret']);
    await link.finish(runId);
    await mine.until(() => mine.arrived().some((event) => event.type === 'run' && event.run.exitCode === 0));
    await owner.as.delete(`/v1/devices/${device._id}`).expect(204);
    await mine.until(() => mine.arrived().some((event) => event.type === 'device.removed'));

    await stranger.as.put(`/v1/devices/${theirs._id}`).send({ name: 'last' }).expect(204);
    expect(await spies[0].next('device')).toMatchObject({ device: { name: 'last' } });
    expect(spies.map((spy) => spy.arrived())).toEqual([[], []]);
  });
});

describe('GET /v1/events with Last-Event-ID', () => {
  it('resumes without missing or repeated events', async () => {
    const device = await createDevice(server, owner);
    const witness = await watch();
    const rename = async (name: string) => {
      await owner.as.put(`/v1/devices/${device._id}`).send({ name }).expect(204);
      expect((await witness.next('device')).device.name).toBe(name);
    };
    const first = await watch();
    await rename('1');
    expect((await first.next('device')).device.name).toBe('1');
    await first.close();
    for (const name of ['2', '3', '4']) await rename(name);

    const second = await watch('', { lastEventId: first.lastEventId });
    await rename('5');
    for (const name of ['2', '3', '4', '5']) expect((await second.next('device')).device.name).toBe(name);
    expect(second.arrived()).toEqual([]);
    expect(second.lastEventId).toBe(witness.lastEventId);

    const third = await watch('', { lastEventId: second.lastEventId });
    await rename('6');
    expect((await third.next('device')).device.name).toBe('6');
    expect(third.arrived()).toEqual([]);
  });

  it('resumes before the first event, after a time without watchers, with a filter', async () => {
    const [a, b] = [await createDevice(server, owner), await createDevice(server, owner)];
    const first = await watch(`?deviceId=${a._id}`);
    await first.close();
    for (const { _id } of [a, b]) await owner.as.put(`/v1/devices/${_id}`).send({ name: _id.slice(-6) });
    await eventually(async () => {
      const second = await TestWatcher.open(server.url, {
        token: owner.token,
        query: `?deviceId=${a._id}`,
        lastEventId: first.lastEventId,
      });
      open.push(second);
      expect(second.arrived()).toMatchObject([{ device: { _id: a._id, name: a._id.slice(-6) } }]);
    });
  });

  it('sends a reset whatever the types are', async () => {
    const watcher = await watch('?types=run', { lastEventId: 'nonsense' });
    expect(await watcher.next('reset')).toEqual({ type: 'reset' });
  });

  it.each(['nonsense', '1', `${'0'.repeat(24)}-0`, `${'0'.repeat(24)}-1`])(
    'sends a reset for the unknown ID %s',
    async (lastEventId) => {
      const device = await createDevice(server, owner);
      const watcher = await watch(`?deviceId=${device._id}`, { lastEventId });
      expect(await watcher.next('reset')).toEqual({ type: 'reset' });
      await owner.as.put(`/v1/devices/${device._id}`).send({ name: 'after' }).expect(204);
      expect((await watcher.next('device')).device.name).toBe('after');
      const resumed = await watch('', { lastEventId: watcher.lastEventId });
      expect(resumed.arrived()).toEqual([]);
    },
  );

  it('sends a reset for an ID of another account', async () => {
    const stranger = await server.createAccount();
    const theirs = await watch('', { account: stranger });
    const mine = await watch('', { lastEventId: theirs.lastEventId });
    expect(await mine.next('reset')).toEqual({ type: 'reset' });
  });

  it('sends a reset for an ID that is too old', async () => {
    const device = await createDevice(server, owner);
    const first = await watch();
    await first.close();
    const link = await device.connect();
    await execute(device);
    const { runId } = await link.start();
    // Exceeds the history: about ten million characters.
    for (let seq = 1; seq <= 330; seq += 10) {
      await link.log(runId, Array<string>(10).fill('x'.repeat(31_000)), seq);
    }
    await eventually(async () => {
      const late = await TestWatcher.open(server.url, { token: owner.token, lastEventId: first.lastEventId });
      open.push(late);
      expect(late.arrived()).toEqual([{ type: 'reset' }]);
    });
    await link.close();
  });
});
