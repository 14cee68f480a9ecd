import { LIMITS } from '@drover/contract/limits';
import { LINK_LIMITS } from '@drover/contract/link';
import type { Device } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { FakeDevice, type FakeLink } from './testing/fake-device';
import { Ledger } from './testing/ledger';
import { SmallDisk } from './testing/small-disk';

const runs = Number(process.env.FAULT_RUNS ?? 6);

/** A run sends three frames, and a link allows this many unacknowledged ones. */
const runsPerRound = Math.floor(LINK_LIMITS.unacknowledgedFrames / 3);

const hourMs = 3_600_000;

/** How long the disk is full in each round. */
const fullDiskMs = 500;

/** How long a run that exceeds the maximum log size may take on a busy machine. */
const floodTimeoutMs = 80_000;

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.start({ env: { HEARTBEAT_SECONDS: '1', RATE_LIMIT: '0' } });
});
afterAll(() => installation?.close());

describe('a device', () => {
  it('that never accepts a run leaves it queued, receives its stop, and loses it when it is removed', async () => {
    const { drover, url } = installation;
    const fake = await FakeDevice.enrol(installation);
    const link = await fake.connect(url);
    const { jobId } = await drover.scripts.execute({ code: '1', devices: [fake.device] });
    const { runId } = await link.waitForFrame('run');
    expect((await installation.getRun(jobId)).state).toBe('queued');
    // On a new link the device reports no runs, so the server sends the run again.
    const again = await fake.connect(url);
    expect((await again.waitForFrame('run')).runId).toBe(runId);
    await drover.runs.remove(runId);
    expect((await again.waitForFrame('stop')).runId).toBe(runId);
    expect((await installation.getRun(jobId)).state).toBe('stopping');
    await drover.devices.remove(fake.device._id);
    await again.waitForFrame('forget');
    expect(await installation.getRun(jobId)).toMatchObject({ state: 'lost', startedAt: null });
  });

  it(
    'that accepts no runs until it reconnects receives each again, and runs it once',
    async () => {
      const fake = await FakeDevice.enrol(installation);
      for (let done = 0; done < runs; done += runsPerRound) {
        await runAfterReconnect(fake, Math.min(runsPerRound, runs - done));
      }
    },
    60_000 + runs * 5_000,
  );

  it(
    'that connects twice keeps one link, and receives each run once',
    async () => {
      const fake = await FakeDevice.enrol(installation);
      for (let round = 0; round < runs; round += 1) await runOnSurvivingLink(fake);
    },
    60_000 + runs * 5_000,
  );

  it('whose clock is an hour fast reports correct times and results', async () => {
    const shim = join(installation.folder, 'clock.cjs');
    writeFileSync(shim, `const now = Date.now; Date.now = () => now() + ${hourMs};`);
    const { agent, device } = await installation.startAgent('early', { NODE_OPTIONS: `--require ${shim}` });
    const startedMs = Date.now();
    const ledger = new Ledger(installation, device);
    await ledger.startRuns(runs);
    expect(await ledger.waitAndCompare()).toEqual({
      states: { succeeded: runs },
      startedTwice: 0,
      mismatches: [],
    });
    const ofDevice = installation.drover.runs.iterate({ deviceId: device._id });
    for await (const { startedAt, finishedAt } of ofDevice) {
      for (const at of [startedAt, finishedAt]) {
        expect(Date.parse(at ?? '')).toBeGreaterThan(startedMs - hourMs / 2);
        expect(Date.parse(at ?? '')).toBeLessThan(Date.now() + hourMs / 2);
      }
    }
    await agent.stop();
  });

  it(
    'that floods its log loses no line below the limit, ends it with a marker, and loses no other run',
    async () => {
      const { agent, device } = await installation.startAgent('loud');
      const below = await flood(device, 20_000);
      expect(below.map((line) => Number.parseInt(line, 10))).toEqual(below.map((_, index) => index + 1));
      expect(below).toHaveLength(20_000);

      const tally = await new Ledger(installation, device).startRunsDuring(async () => {
        const stored = await flood(device, 60_000);
        const marker = stored.pop();
        expect(marker).not.toMatch(/^\d/);
        expect(stored.map((line) => Number.parseInt(line, 10))).toEqual(stored.map((_, index) => index + 1));
        const bytes = Buffer.byteLength(stored.join('')) + stored.length * LIMITS.logLineOverheadBytes;
        expect(bytes).toBeGreaterThan(LIMITS.runLogBytes - 64 * 1024);
      }, runs);
      expect(tally).toEqual({ states: { succeeded: runs }, startedTwice: 0, mismatches: [] });
      await agent.stop();
    },
    180_000 + runs * 5_000,
  );

  it(
    'whose disk is full rejects runs with a reason, and accepts them again once there is space',
    async () => {
      const disk = SmallDisk.mount(join(installation.folder, 'agent-full'), 2);
      if (!disk) return;
      const { agent, device } = await installation.startAgent('full');
      try {
        disk.fill();
        const marks = join(installation.folder, 'marks-full');
        const code = `require('fs').appendFileSync(${JSON.stringify(marks)}, 'x'); console.log('done');`;
        const refused = await installation.run(device, code, ['succeeded', 'failed', 'lost', 'rejected']);
        expect(refused).toMatchObject({ state: 'rejected', reason: expect.any(String) });
        expect(existsSync(marks)).toBe(false);
        disk.free();
        const accepted = await installation.run(device, code, ['succeeded', 'failed', 'lost', 'rejected']);
        expect(accepted.state).toBe('succeeded');
        expect(readFileSync(marks, 'utf8')).toBe('x');

        const tally = await new Ledger(installation, device).startRunsDuring(async () => {
          disk.fill();
          await delay(fullDiskMs);
          disk.free();
        }, runs);
        const { succeeded = 0, rejected = 0, ...others } = tally.states;
        expect({ ...tally, states: others }).toEqual({ states: {}, startedTwice: 0, mismatches: [] });
        expect(succeeded + rejected).toBe(runs);
      } finally {
        await agent.stop();
        disk.unmount();
      }
    },
    120_000 + runs * 5_000,
  );
});

/** Starts runs on a device that ignores them. On its next link it receives them all again, and completes them. */
async function runAfterReconnect(fake: FakeDevice, count: number): Promise<void> {
  const { drover, url } = installation;
  const ignoring = await fake.connect(url);
  const jobIds: string[] = [];
  while (jobIds.length < count) {
    jobIds.push((await drover.scripts.execute({ code: '1', devices: [fake.device] })).jobId);
  }
  const getOrders = ({ frames }: FakeLink) =>
    frames.flatMap((frame) => (frame.type === 'run' ? frame.runId : []));
  const waitForOrders = (link: FakeLink) =>
    eventually(
      async () => getOrders(link),
      (orders) => orders.length >= count,
    );
  await waitForOrders(ignoring);
  for (const jobId of jobIds) expect((await installation.getRun(jobId)).state).toBe('queued');

  const working = await fake.connect(url);
  const orders = await waitForOrders(working);
  let n = 0;
  for (const runId of orders) {
    working.send({ type: 'accepted', n: (n += 1), runId });
    working.send({ type: 'started', n: (n += 1), runId, at: Date.now() });
    working.send({ type: 'finished', n: (n += 1), runId, at: Date.now(), state: 'succeeded', exitCode: 0 });
  }
  const done = await Promise.all(
    jobIds.map((jobId) => installation.waitForRun(jobId, ['succeeded', 'lost'])),
  );
  expect(done.map(({ _id, state }) => [_id, state])).toEqual(
    getOrders(ignoring).map((runId) => [runId, 'succeeded']),
  );
  expect(getOrders(working)).toEqual(getOrders(ignoring));
  working.close();
}

/** Opens two links at once. The server closes one of them, and sends the run once, on the other. */
async function runOnSurvivingLink(fake: FakeDevice): Promise<void> {
  const { drover, url } = installation;
  const links = await Promise.all([fake.connect(url), fake.connect(url)]);
  const countReplaced = async () => links.filter(({ closeCode }) => closeCode === 4409).length;
  await eventually(countReplaced, (count) => count === 1);
  const open = links.find(({ closeCode }) => closeCode === undefined);
  if (!open) throw new Error('The server closed both links.');
  const { jobId } = await drover.scripts.execute({ code: '1', devices: [fake.device] });
  const { runId } = await open.waitForFrame('run');
  open.send({ type: 'accepted', n: 1, runId });
  open.send({ type: 'started', n: 2, runId, at: Date.now() });
  open.send({ type: 'finished', n: 3, runId, at: Date.now(), state: 'succeeded', exitCode: 0 });
  expect((await installation.waitForRun(jobId, ['succeeded', 'lost'])).state).toBe('succeeded');
  const orders = links.flatMap(({ frames }) => frames).filter(({ type }) => type === 'run');
  expect(orders).toHaveLength(1);
  open.close();
}

/** Runs a script that writes `count` numbered lines, and returns the stored lines. */
async function flood(device: Device, count: number): Promise<string[]> {
  const code = `for (let n = 1; n <= ${count}; n++) console.log(n + ' ${'x'.repeat(200)}');`;
  const { jobId } = await installation.drover.scripts.execute({ code, devices: [device] });
  const run = await installation.waitForRun(jobId, ['succeeded', 'failed', 'lost'], floodTimeoutMs);
  expect(run.state).toBe('succeeded');
  return installation.readLog(run);
}
