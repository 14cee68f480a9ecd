import { LIMITS, type RunState } from '@drover/contract';
import { expireRuns, loseAbandonedRuns } from '../features/runs/expiry';
import { newId } from '../database/ids';
import { answerOf, done, notFound } from '../testing/errors';
import { eventually } from '../testing/eventually';
import { createDevice, type TestDevice } from '../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;
let scriptId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
beforeEach(async () => {
  device = await createDevice(server, owner);
  scriptId = (await owner.as.post('/v1/devscripts').expect(201)).body._id;
  await upload('one()');
});
afterAll(() => server.close());

const upload = (code: string, id = scriptId) =>
  owner.as
    .put(`/v1/devscripts/${id}/files`)
    .attach('data', Buffer.from(code), { filename: 'a.js', contentType: 'application/javascript' })
    .expect(204);

/** Runs the script. Returns the IDs of the job and of the run on the device. */
async function run(body: object = {}, id = scriptId): Promise<{ jobId: string; runId: string }> {
  const devices = [{ _id: device._id }];
  const { headers } = await owner.as
    .post(`/v1/devscripts/${id}/run`)
    .send({ devices, ...body })
    .expect(204);
  const jobId = headers.location.replace('/v1/jobs/', '');
  const { body: runs } = await owner.as.get(`/v1/runs?jobId=${jobId}&deviceId=${device._id}`).expect(200);
  return { jobId, runId: runs.items[0]._id };
}

const read = async (runId: string) => (await owner.as.get(`/v1/runs/${runId}`).expect(200)).body;
const stateOf = async (runId: string): Promise<RunState> => (await read(runId)).state;

/** Sets the delivery deadline of a run. */
const deliverBy = (runId: string, at: number) =>
  server.context.prisma.run.update({ where: { id: runId }, data: { deliverBy: new Date(at) } });

describe('a run', () => {
  it('is sent to a connected device and passes through all states', async () => {
    const link = await device.connect();
    const { runId, jobId } = await run({ vars: { a: 1 }, timeout: 5 });
    const order = await link.next('run');
    expect(order).toMatchObject({
      ...{ runId, jobId, scriptId, code: 'one()', size: 5, timeoutMs: 5000, robotName: device.name },
      env: {
        a: 1,
        APP_ENV: 'development',
        USER_ID: owner.accountId,
        ROBOT_ID: device._id,
        SCRIPT_ID: scriptId,
      },
    });
    await link.report({ type: 'accepted', runId });
    expect(await stateOf(runId)).toBe('queued');
    await link.report({ type: 'started', runId, at: Date.now() });
    expect(await read(runId)).toMatchObject({ state: 'running', finishedAt: null });
    await link.finish(runId, { state: 'failed', exitCode: 3, reason: 'it threw' });
    expect(await read(runId)).toMatchObject({
      state: 'failed',
      exitCode: 3,
      signal: null,
      reason: 'it threw',
    });
    expect((await owner.as.get(`/v1/jobs/${jobId}`)).body.counts).toMatchObject({ failed: 1, running: 0 });
    await link.close();
  });

  it('is sent on the present link if the one that it was inserted for has ended', async () => {
    const link = await device.connect();
    const { localLinks } = server.context;
    const { registry } = localLinks;
    if (!registry) throw new Error('The server does not accept devices.');
    localLinks.registry = { ...registry, findReadyLink: () => newId() };
    const { runId } = await run().finally(() => (localLinks.registry = registry));
    expect((await link.start()).runId).toBe(runId);
    expect(link.arrived('run')).toEqual([]);
    await link.finish(runId);
    expect(await stateOf(runId)).toBe('succeeded');
    await link.close();
  });

  it('waits for an offline device', async () => {
    const first = await run();
    const other = await owner.as.post('/v1/devscripts').send({ name: 'other' });
    await upload('two()', other.body._id);
    const second = await run({}, other.body._id);
    const link = await device.connect();
    expect((await link.next('run')).runId).toBe(first.runId);
    expect((await link.next('run')).runId).toBe(second.runId);
    await link.close();
  });

  it('keeps the code of the time of the request', async () => {
    const { runId } = await run();
    await upload('later()');
    const link = await device.connect();
    expect(await link.next('run')).toMatchObject({ runId, code: 'one()' });
    await link.close();
  });

  it('is sent again if the connection broke before it arrived, but not after it started', async () => {
    const { runId } = await run();
    const cut = await device.connect();
    await cut.next('run');
    await cut.close();
    const second = await device.connect({ runs: [] });
    expect((await second.start()).runId).toBe(runId);
    await second.close();
    const third = await device.connect({ runs: [runId] });
    await third.report({ type: 'started', runId, at: Date.now() });
    expect(third.arrived('run')).toEqual([]);
    await third.finish(runId);
    expect(await stateOf(runId)).toBe('succeeded');
    await third.close();
  });

  it('is not sent again to a device that knows it', async () => {
    const { runId } = await run();
    const cut = await device.connect();
    await cut.next('run');
    await cut.report({ type: 'accepted', runId });
    await cut.close();
    const link = await device.connect({ runs: [runId] });
    await link.report({ type: 'started', runId, at: Date.now() });
    expect(link.arrived('run')).toEqual([]);
    expect(await stateOf(runId)).toBe('running');
    await link.close();
  });

  it('is lost if its device no longer knows it, until a late result arrives', async () => {
    const { runId } = await run();
    const link = await device.connect();
    await link.start();
    await link.close();
    const empty = await device.connect({ runs: [] });
    expect(await read(runId)).toMatchObject({
      state: 'lost',
      reason: 'the device no longer knows this run',
    });
    await empty.finish(runId, { state: 'lost', reason: 'again' });
    expect((await read(runId)).reason).not.toBe('again');
    await empty.finish(runId, { state: 'succeeded' });
    expect(await stateOf(runId)).toBe('succeeded');
    await empty.close();
  });

  it.each(['succeeded', 'failed', 'timed_out', 'stopped', 'canceled', 'rejected'] as const)(
    'stays %s regardless of later frames',
    async (state) => {
      const link = await device.connect();
      const { runId } = await run();
      await link.start();
      await link.finish(runId, { state, exitCode: 7 });
      const ended = await read(runId);
      expect(ended.state).toBe(state);
      await link.report({ type: 'started', runId, at: Date.now() });
      await link.finish(runId, { state: state === 'failed' ? 'succeeded' : 'failed', exitCode: 1 });
      await link.finish(runId, { state: 'lost' });
      await owner.as.delete(`/v1/runs/${runId}`).expect(204);
      expect(await read(runId)).toEqual(ended);
      await link.close();
    },
  );
});

describe('a new run of the same script', () => {
  it('replaces the queued run', async () => {
    const [first, second] = [await run(), await run()];
    expect(await read(first.runId)).toMatchObject({ state: 'canceled', reason: 'replaced' });
    const link = await device.connect();
    expect((await link.next('run')).runId).toBe(second.runId);
    expect(link.arrived('run')).toEqual([]);
    await link.close();
  });

  it('stops the running one', async () => {
    const link = await device.connect();
    const first = await run();
    await link.start();
    const second = await run();
    expect(await link.next('stop')).toEqual({ type: 'stop', runId: first.runId, reason: 'replaced' });
    expect((await link.next('run')).runId).toBe(second.runId);
    expect(await read(first.runId)).toMatchObject({ state: 'stopping', reason: 'replaced' });
    await link.finish(first.runId, { state: 'stopped', exitCode: undefined, signal: 'SIGTERM' });
    expect(await read(first.runId)).toMatchObject({
      state: 'stopped',
      reason: 'replaced',
      signal: 'SIGTERM',
    });
    await link.close();
  });

  it('does not affect other scripts and devices', async () => {
    const elsewhere = await createDevice(server, owner);
    const both = await run({ devices: [{ _id: device._id }, { _id: elsewhere._id }] });
    const other = await owner.as.post('/v1/devscripts');
    await upload('two()', other.body._id);
    await run({}, other.body._id);
    await run();
    const { body } = await owner.as.get(`/v1/jobs/${both.jobId}`);
    expect(body.counts).toMatchObject({ canceled: 1, queued: 1 });
  });
});

describe('stopping', () => {
  const stops: [string, (ids: { jobId: string; runId: string }) => Promise<unknown>][] = [
    [
      'the script',
      () =>
        owner.as
          .delete(`/v1/devscripts/${scriptId}/run`)
          .send({ robots: [{ _id: device._id }] })
          .expect(204),
    ],
    ['the device', () => owner.as.put(`/v1/robots/${device._id}/stop`).expect(204)],
    ['the job', ({ jobId }) => owner.as.delete(`/v1/jobs/${jobId}`).expect(204)],
    ['the run', ({ runId }) => owner.as.delete(`/v1/runs/${runId}`).expect(204)],
  ];

  it.each(stops)('%s cancels a run that was not sent', async (_what, stop) => {
    const ids = await run();
    await stop(ids);
    const stopped = await read(ids.runId);
    expect(stopped).toMatchObject({ state: 'canceled', startedAt: null, finishedAt: expect.any(String) });
    await stop(ids);
    expect(await read(ids.runId)).toEqual(stopped);
    const link = await device.connect();
    await link.report({ type: 'accepted', runId: ids.runId });
    expect(link.arrived('run')).toEqual([]);
    await link.close();
  });

  it.each(stops)('%s stops a running run and sends the stop once', async (_what, stop) => {
    const link = await device.connect();
    const ids = await run();
    await link.start();
    await stop(ids);
    expect(await link.next('stop')).toMatchObject({ runId: ids.runId });
    await stop(ids);
    expect(await read(ids.runId)).toMatchObject({ state: 'stopping', finishedAt: null });
    await link.finish(ids.runId, { state: 'stopped', exitCode: undefined });
    expect(await read(ids.runId)).toMatchObject({ state: 'stopped', reason: 'stopped on request' });
    expect(link.arrived('stop')).toEqual([]);
    await link.close();
  });

  it('waits for the report of a device that was sent the run', async () => {
    const link = await device.connect();
    const { runId } = await run();
    await link.next('run');
    await owner.as.delete(`/v1/runs/${runId}`).expect(204);
    expect(await stateOf(runId)).toBe('stopping');
    await link.next('stop');
    await link.finish(runId, { state: 'canceled', exitCode: undefined });
    expect(await read(runId)).toMatchObject({
      state: 'canceled',
      reason: 'stopped on request',
      startedAt: null,
    });
    await link.close();
  });

  it('is sent when the device reconnects, or cancels a run that never arrived', async () => {
    const cut = await device.connect();
    const { runId } = await run();
    await cut.next('run');
    await cut.close();
    await owner.as.delete(`/v1/runs/${runId}`).expect(204);
    const link = await device.connect({ runs: [] });
    expect(await stateOf(runId)).toBe('canceled');
    await link.close();

    const again = await device.connect();
    const running = await run();
    await again.start();
    await again.close();
    await owner.as.delete(`/v1/runs/${running.runId}`).expect(204);
    const back = await device.connect({ runs: [running.runId] });
    expect((await back.next('stop')).runId).toBe(running.runId);
    await back.close();
  });

  it('returns 404 for another account and stops nothing', async () => {
    const stranger = await server.createAccount();
    const { runId, jobId } = await run();
    const theirs = await createDevice(server, stranger);
    const send = [
      stranger.as.delete(`/v1/runs/${runId}`),
      stranger.as.delete(`/v1/jobs/${jobId}`),
      stranger.as.put(`/v1/devices/${device._id}/stop`),
      stranger.as.delete(`/v1/devscripts/${scriptId}/run`).send({ devices: [{ _id: theirs._id }] }),
    ];
    for (const request of send) expect(await answerOf(request)).toEqual(notFound);
    expect(await stateOf(runId)).toBe('queued');
  });

  it('returns 204 if nothing runs', async () => {
    const targets = { devices: [{ _id: device._id }] };
    expect(await answerOf(owner.as.delete(`/v1/devscripts/${scriptId}/run`).send(targets))).toEqual(done);
    expect(await answerOf(owner.as.put(`/v1/devices/${device._id}/stop`))).toEqual(done);
  });
});

describe('the delivery deadline', () => {
  it('expires a run that was not sent', async () => {
    const { runId } = await run({ deliverWithin: 1 });
    await deliverBy(runId, Date.now() + 60_000);
    await expireRuns(server.context);
    expect(await stateOf(runId)).toBe('queued');
    await deliverBy(runId, Date.now() - 1);
    await expireRuns(server.context);
    expect(await read(runId)).toMatchObject({
      state: 'expired',
      reason: expect.any(String),
      startedAt: null,
    });
    const link = await device.connect();
    await link.report({ type: 'accepted', runId });
    expect(link.arrived('run')).toEqual([]);
    await link.close();
  });

  it('loses a run that its device does not accept, until a late result arrives', async () => {
    const link = await device.connect();
    const { runId } = await run();
    await link.next('run');
    await deliverBy(runId, Date.now() - 59_000);
    await expireRuns(server.context);
    expect(await stateOf(runId)).toBe('queued');
    await deliverBy(runId, Date.now() - 61_000);
    await expireRuns(server.context);
    expect(await stateOf(runId)).toBe('lost');
    await link.report({ type: 'started', runId, at: Date.now() });
    await link.finish(runId);
    expect(await read(runId)).toMatchObject({ state: 'succeeded', startedAt: expect.any(String) });
    await link.close();
  });

  it('does not apply to an accepted run', async () => {
    const link = await device.connect();
    const { runId } = await run();
    await link.next('run');
    await link.report({ type: 'accepted', runId });
    await deliverBy(runId, Date.now() - 3_600_000);
    await expireRuns(server.context);
    expect(await stateOf(runId)).toBe('queued');
    await link.report({ type: 'started', runId, at: Date.now() });
    expect(await stateOf(runId)).toBe('running');
    await link.close();
  });
});

describe('deleting a device', () => {
  it('ends its runs, sends forget to the agent, and keeps the history', async () => {
    const link = await device.connect();
    const running = await run();
    await link.start();
    const waiting = await run();
    await link.next('run');
    await owner.as.delete(`/v1/devices/${device._id}`).expect(204);
    await link.next('forget');
    expect(await link.closed()).toBe(4401);
    expect(await answerOf(owner.as.get(`/v1/devices/${device._id}`))).toEqual(notFound);
    const reason = 'the device was deleted';
    expect(await read(running.runId)).toMatchObject({ state: 'lost', reason, deviceName: device.name });
    expect(await read(waiting.runId)).toMatchObject({ state: 'lost', reason });
    const refused = await device.connect();
    expect(await refused.closed()).toBe(4401);
  });

  it('cancels runs that were not sent', async () => {
    const { runId } = await run();
    await owner.as.delete(`/v1/robots/${device._id}`).expect(204);
    expect(await read(runId)).toMatchObject({ state: 'canceled', reason: 'the device was deleted' });
  });
});

describe('a frame of another device', () => {
  it('changes nothing', async () => {
    const { runId } = await run();
    const stranger = await server.createAccount();
    for (const account of [owner, stranger]) {
      const link = await (await createDevice(server, account)).connect({ runs: [runId] });
      await link.report({ type: 'accepted', runId });
      await link.report({ type: 'started', runId, at: Date.now() });
      await link.log(runId, ['not mine']);
      await link.finish(runId);
      await link.close();
    }
    expect(await read(runId)).toMatchObject({ state: 'queued', startedAt: null });
    expect((await owner.as.get(`/v1/runs/${runId}/logs`)).body).toEqual({ count: 0, items: [], lastSeq: 0 });
    const link = await device.connect();
    expect((await link.next('run')).runId).toBe(runId);
    await link.close();
  });
});

describe('a device with a wrong clock', () => {
  it.each([-3_600_000, 3_600_000])('has its timestamps shifted by %d ms', async (offMs) => {
    const now = () => Date.now() + offMs;
    const link = await device.connect({ now: now() });
    const { runId } = await run();
    await link.next('run');
    await link.report({ type: 'started', runId, at: now() - 2_000 });
    await link.report({
      type: 'log',
      runId,
      lines: [{ seq: 1, at: now() - 1_000, level: 'info', text: 'x' }],
    });
    await link.finish(runId, { at: now() });
    const { startedAt, finishedAt } = await read(runId);
    const { body } = await owner.as.get(`/v1/runs/${runId}/logs`);
    const ages = [startedAt, body.items[0].at, finishedAt].map((at) => Date.now() - Date.parse(at));
    [2_000, 1_000, 0].forEach((ageMs, index) => {
      expect(Math.abs(ages[index] - ageMs)).toBeLessThan(30_000);
    });
    await link.close();
  });

  it('never has a timestamp in the future', async () => {
    const link = await device.connect();
    const { runId } = await run();
    await link.next('run');
    await link.report({ type: 'started', runId, at: Date.now() + 86_400_000 });
    expect(Date.parse((await read(runId)).startedAt)).toBeLessThanOrEqual(Date.now());
    await link.close();
  });
});

describe('a device that disconnects', () => {
  it('is offline while its run continues', async () => {
    const link = await device.connect();
    const { runId } = await run();
    await link.start();
    await link.close();
    await eventually(async () => {
      expect((await owner.as.get(`/v1/devices/${device._id}`)).body.online).toBe(false);
    });
    expect(await stateOf(runId)).toBe('running');
  });
});

describe('a device that does not respond', () => {
  it('is sent its run again on the same link until it accepts the run', async () => {
    const link = await device.connect();
    const { runId } = await run();
    await link.next('run');
    const repeat = async () => {
      await server.context.prisma.run.update({
        where: { id: runId },
        data: { sentAt: new Date(Date.now() - 31_000) },
      });
      server.context.bus.publish('gap', {});
    };
    await repeat();
    expect((await link.next('run')).runId).toBe(runId);
    await link.report({ type: 'accepted', runId });
    await repeat();
    await link.report({ type: 'started', runId, at: Date.now() });
    expect(link.arrived('run')).toEqual([]);
    await link.close();
  });

  it('loses its run after two weeks offline, until a late result arrives', async () => {
    const link = await device.connect();
    const { runId } = await run();
    await link.start();
    await link.close();
    const { prisma } = server.context;
    await eventually(async () => {
      expect(await prisma.device.findUnique({ where: { id: device._id } })).toMatchObject({ nodeId: null });
    });
    const offlineFor = (ms: number) =>
      prisma.device.update({
        where: { id: device._id },
        data: { lastSeenAt: new Date(Date.now() - LIMITS.runLostAfterSeconds * 1000 - ms) },
      });
    await offlineFor(-60_000);
    await loseAbandonedRuns(server.context);
    expect(await stateOf(runId)).toBe('running');
    await offlineFor(60_000);
    await loseAbandonedRuns(server.context);
    expect(await read(runId)).toMatchObject({ state: 'lost', reason: expect.stringContaining('too long') });
    const back = await device.connect({ runs: [runId] });
    await back.finish(runId);
    expect(await stateOf(runId)).toBe('succeeded');
    await back.close();
  });
});
