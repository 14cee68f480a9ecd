import { CLOSE_CODES } from '@drover/contract';
import { newId } from '../database/ids';
import { testNatsUrl } from '../testing/database';
import { eventually } from '../testing/eventually';
import { describeWithNats } from '../testing/nats';
import { createDevice, TestLink, type TestDevice } from '../testing/test-device';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { TestWatcher } from '../testing/test-watcher';

const NATS_URL = process.env[testNatsUrl];

describeWithNats('three nodes with one database and NATS', () => {
  let nodes: TestServer[];
  let owner: TestAccount;
  let device: TestDevice;
  let scriptId: string;
  const startNode = () => startTestServer({ NATS_URL });
  /** Sends requests of the owner to a node. */
  const at = (node: number) => callAs(nodes[node].url, owner.token);
  const connectTo = (node: number, runs: string[] = []) =>
    TestLink.open(nodes[node].url, device.token, { runs });
  const targets = () => ({ devices: [{ _id: device._id }] });
  const readRun = async (node: number, runId: string) => (await at(node).get(`/v1/runs/${runId}`)).body;

  /** Runs the script through a node. Returns its only run. */
  async function runAt(node: number): Promise<{ jobId: string; runId: string }> {
    const { headers } = await at(node).post(`/v1/devscripts/${scriptId}/run`).send(targets()).expect(204);
    const jobId = headers.location.split('/').at(-1) as string;
    const { items } = (await at(node).get(`/v1/runs?jobId=${jobId}`)).body;
    return { jobId, runId: items[0]._id };
  }

  beforeAll(async () => {
    nodes = await Promise.all([startNode(), startNode(), startNode()]);
  });
  afterAll(() => Promise.all(nodes.map((node) => node.close())));
  beforeEach(async () => {
    owner = await nodes[0].createAccount();
    device = await createDevice(nodes[0], owner);
    scriptId = (await owner.as.post('/v1/devscripts').send({ name: 'one' })).body._id;
    const file = Buffer.from('one()');
    const upload = owner.as.put(`/v1/devscripts/${scriptId}/files`);
    await upload.attach('data', file, { filename: 'main.js', contentType: 'text/javascript' }).expect(204);
  });

  it('deliver a run to the node of the device, also after it reconnects elsewhere', async () => {
    const first = await connectTo(0);
    const { runId } = await runAt(1);
    expect((await first.start()).runId).toBe(runId);
    expect((await readRun(2, runId)).state).toBe('running');
    await first.log(runId, ['on the first']);

    const second = await connectTo(2, [runId]);
    expect(await first.closed()).toBe(CLOSE_CODES.replaced);
    await second.log(runId, ['on the first', 'on the third']);
    await second.finish(runId);
    expect(await readRun(1, runId)).toMatchObject({ state: 'succeeded', exitCode: 0 });
    const { items } = (await at(1).get(`/v1/runs/${runId}/logs`)).body;
    expect(items.map(({ text }: { text: string }) => text)).toEqual(['on the first', 'on the third']);
    expect((await at(1).get(`/v1/devices/${device._id}`)).body.online).toBe(true);
    await second.close();
    await eventually(async () => {
      expect((await at(1).get(`/v1/devices/${device._id}`)).body.online).toBe(false);
    });
  });

  it('stream the events of all nodes', async () => {
    const watcher = await TestWatcher.open(nodes[2].url, owner);
    const link = await connectTo(0);
    expect((await watcher.next('device')).device).toMatchObject({ _id: device._id, online: true });
    const { runId } = await runAt(1);
    expect((await watcher.next('run')).run).toMatchObject({ _id: runId, state: 'queued' });
    await link.start();
    expect((await watcher.next('run')).run).toMatchObject({ _id: runId, state: 'running' });
    await link.log(runId, ['one', 'two']);
    const { lines } = await watcher.next('log');
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two']);
    await link.finish(runId);
    expect((await watcher.next('run')).run).toMatchObject({ state: 'succeeded' });
    await link.close();
    expect((await watcher.next('device')).device).toMatchObject({ online: false });
    await watcher.close();
  });

  it('stop, replace and delete across nodes', async () => {
    const link = await connectTo(0);
    const first = await runAt(1);
    await link.start();
    const second = await runAt(2);
    expect(await link.next('stop')).toEqual({ type: 'stop', runId: first.runId, reason: 'replaced' });
    await link.finish(first.runId, { state: 'stopped', exitCode: undefined });
    expect((await link.start()).runId).toBe(second.runId);
    await at(1).delete(`/v1/devscripts/${scriptId}/run`).send(targets()).expect(204);
    expect((await link.next('stop')).runId).toBe(second.runId);
    await link.finish(second.runId, { state: 'stopped', exitCode: undefined });
    expect(await readRun(0, first.runId)).toMatchObject({ state: 'stopped', reason: 'replaced' });
    expect(await readRun(0, second.runId)).toMatchObject({ state: 'stopped', reason: 'stopped on request' });

    await at(2).delete(`/v1/devices/${device._id}`).expect(204);
    await link.next('forget');
    expect(await link.closed()).toBe(CLOSE_CODES.badCredential);
  });

  it('return the same job for concurrent repeats on any node', async () => {
    const run = (node: number, key: string) =>
      at(node).post(`/v1/devscripts/${scriptId}/run`).set('Idempotency-Key', key).send(targets()).expect(204);
    const answers = await Promise.all([0, 1, 2, 0, 1, 2].map((node) => run(node, 'once')));
    const again = await run(1, 'once');
    const locations = new Set([...answers, again].map(({ headers }) => headers.location));
    expect(locations.size).toBe(1);
    expect((await at(2).get(`/v1/runs?deviceId=${device._id}`)).body.count).toBe(1);
  });

  it('leave one of several concurrent runs of a script', async () => {
    const runs = await Promise.all([0, 1, 2, 0, 1, 2].map(runAt));
    const states = await Promise.all(runs.map(async ({ runId }) => (await readRun(0, runId)).state));
    expect(states.sort()).toEqual([...Array<string>(5).fill('canceled'), 'queued']);
  });

  it('find waiting runs and replaced links without bus messages', async () => {
    const link = await connectTo(0);
    const { prisma } = nodes[0].context;
    // The database computes `problem`.
    const { problem: _, ...template } = await prisma.run.findUniqueOrThrow({
      where: { id: (await runAt(1)).runId },
    });
    await link.start();
    const runId = newId();
    await prisma.run.create({ data: { ...template, id: runId, state: 'queued', sentAt: null } });
    await eventually(async () => expect(link.arrived('run')).toMatchObject([{ runId }]));

    await prisma.device.update({ where: { id: device._id }, data: { linkId: newId() } });
    nodes[1].context.bus.publish('gap', {});
    expect(await link.closed()).toBe(CLOSE_CODES.replaced);
  });

  it('make devices online again after another node expired the lease', async () => {
    const link = await connectTo(0);
    const { prisma, nodeId } = nodes[0].context;
    await prisma.node.delete({ where: { id: nodeId } });
    await eventually(async () => {
      expect((await at(1).get(`/v1/devices/${device._id}`)).body.online).toBe(true);
    });
    const { runId } = await runAt(1);
    expect((await link.start()).runId).toBe(runId);
    await link.close();
  });

  it('run every run exactly once during a rolling restart', async () => {
    const devices = await Promise.all(Array.from({ length: 6 }, () => createDevice(nodes[0], owner)));
    const started: string[] = [];
    let isOver = false;

    /** Runs a device that connects to any node and finishes each run that it starts. */
    async function runDevice({ token }: TestDevice, first: number): Promise<void> {
      const known = new Set<string>();
      const unsettled = new Set<string>();
      for (let node = first; !isOver; node += 1) {
        let link: TestLink | undefined;
        try {
          link = await TestLink.open(nodes[node % 3].url, token, { runs: [...unsettled] });
          for (const runId of unsettled) await settle(link, runId, unsettled);
          while (!isOver) {
            const { runId } = await link.next('run');
            if (!known.has(runId)) started.push(runId);
            known.add(runId);
            unsettled.add(runId);
            await settle(link, runId, unsettled);
          }
        } catch {
          // The node stopped. Connects to the next one.
        }
        await link?.close();
      }
    }

    const running = devices.map((each, index) => runDevice(each, index));
    const jobs: string[] = [];
    const execute = async (node: number) => {
      const { headers } = await at(node)
        .post('/v1/scripts/execute')
        .send({ code: '1', devices: devices.map(({ _id }) => ({ _id })) })
        .expect(204);
      jobs.push(headers.location);
    };
    for (const node of [0, 1, 2]) {
      await execute(node);
      await Promise.all([nodes[node].close(), execute((node + 1) % 3), execute((node + 2) % 3)]);
      await execute((node + 1) % 3);
      nodes[node] = await startNode();
      await execute(node);
    }
    await eventually(async () => {
      for (const job of jobs) expect((await at(0).get(job)).body.counts.succeeded).toBe(devices.length);
    });
    isOver = true;
    expect(started).toHaveLength(jobs.length * devices.length);
    expect(new Set(started).size).toBe(started.length);
    for (const each of devices) await at(0).delete(`/v1/devices/${each._id}`).expect(204);
    await Promise.all(running);
  });
});

/** Reports that a run started and ended. Removes the run from `unsettled` once the server has stored both. */
async function settle(link: TestLink, runId: string, unsettled: Set<string>): Promise<void> {
  await link.report({ type: 'started', runId, at: Date.now() });
  await link.finish(runId);
  unsettled.delete(runId);
}
