import { LINK_LIMITS } from '@drover/contract/link';
import type { Device } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BareDevice, type BareLink } from './testing/bare-device';
import { Ledger } from './testing/ledger';

const runs = Number(process.env.FAULT_RUNS ?? 6);

/** Three frames of each are within what a link may leave unacknowledged. */
const runsPerRound = Math.floor(LINK_LIMITS.unacknowledgedFrames / 3);

const hourMs = 3_600_000;

/** The cap of a run's log, and a line's share of it. */
const logBytes = 10 * 1024 * 1024;

/** How long the disk is full in each round. */
const fullDiskMs = 500;

/** How long a run that writes more than the cap may take, on a machine that may be busy. */
const floodPatienceMs = 80_000;

let installation: Installation;

beforeAll(async () => {
  installation = await Installation.start({ env: { HEARTBEAT_SECONDS: '1', RATE_LIMIT: '0' } });
}, 90_000);
afterAll(() => installation?.close());

describe('a device', () => {
  it('that never acknowledges leaves its runs queued, is told to stop them, and has them lost with its end', async () => {
    const { drover, url } = installation;
    const bare = await BareDevice.enrol(installation);
    const link = await bare.connect(url);
    const { jobId } = await drover.scripts.execute({ code: '1', devices: [bare.device] });
    const { runId } = await link.next('run');
    expect((await installation.theRun(jobId)).state).toBe('queued');
    // A new link on which it does not know the run: it never had it, and is sent it again.
    const again = await bare.connect(url);
    expect((await again.next('run')).runId).toBe(runId);
    await drover.runs.remove(runId);
    expect((await again.next('stop')).runId).toBe(runId);
    expect((await installation.theRun(jobId)).state).toBe('stopping');
    await drover.devices.remove(bare.device._id);
    await again.next('forget');
    expect(await installation.theRun(jobId)).toMatchObject({ state: 'lost', startedAt: null });
  });

  it(
    'that acknowledges nothing for a while is sent its runs again, and has each once',
    async () => {
      const bare = await BareDevice.enrol(installation);
      for (let asked = 0; asked < runs; asked += runsPerRound) {
        await runAfterSilence(bare, Math.min(runsPerRound, runs - asked));
      }
    },
    60_000 + runs * 5_000,
  );

  it(
    'that connects twice has one link, and each run once',
    async () => {
      const bare = await BareDevice.enrol(installation);
      for (let round = 0; round < runs; round += 1) await runOnOneOfTwo(bare);
    },
    60_000 + runs * 5_000,
  );

  it('whose clock is an hour wrong has right times, and true runs', async () => {
    const shim = join(installation.folder, 'clock.cjs');
    writeFileSync(shim, `const now = Date.now; Date.now = () => now() + ${hourMs};`);
    const { agent, device } = await installation.startAgent('early', { NODE_OPTIONS: `--require ${shim}` });
    const begun = Date.now();
    const ledger = new Ledger(installation, device);
    await ledger.ask(runs);
    expect(await ledger.settle()).toEqual({ states: { succeeded: runs }, doubled: 0, untrue: [] });
    const { items } = await installation.drover.runs.list({ deviceId: device._id });
    for (const { startedAt, finishedAt } of items) {
      for (const at of [startedAt, finishedAt]) {
        expect(Date.parse(at ?? '')).toBeGreaterThan(begun - hourMs / 2);
        expect(Date.parse(at ?? '')).toBeLessThan(Date.now() + hourMs / 2);
      }
    }
    await agent.stop();
  }, 120_000);

  it(
    'that floods its log loses no line below the cap, has a marker at it, and keeps its other runs true',
    async () => {
      const { agent, device } = await installation.startAgent('loud');
      const below = await flood(device, 20_000);
      expect(below.map((line) => Number.parseInt(line, 10))).toEqual(below.map((_, index) => index + 1));
      expect(below).toHaveLength(20_000);

      const account = await new Ledger(installation, device).askUnder(async () => {
        const kept = await flood(device, 60_000);
        const marker = kept.pop();
        expect(marker).not.toMatch(/^\d/);
        expect(kept.map((line) => Number.parseInt(line, 10))).toEqual(kept.map((_, index) => index + 1));
        expect(Buffer.byteLength(kept.join(''))).toBeGreaterThan(logBytes - 64 * 1024);
      }, runs);
      expect(account).toEqual({ states: { succeeded: runs }, doubled: 0, untrue: [] });
      await agent.stop();
    },
    180_000 + runs * 5_000,
  );

  it(
    'whose disk is full says so, starts nothing that it cannot keep, and works again with room',
    async () => {
      const folder = join(installation.folder, 'agent-full');
      mkdirSync(folder);
      const unmount = mountSmallDisk(folder);
      if (!unmount) return;
      const { agent, device } = await installation.startAgent('full');
      try {
        const filler = join(folder, 'filler');
        fill(filler);
        const marks = join(installation.folder, 'marks-full');
        const code = `require('fs').appendFileSync(${JSON.stringify(marks)}, 'x'); console.log('done');`;
        const refused = await installation.run(device, code, ['succeeded', 'failed', 'lost', 'rejected']);
        expect(refused).toMatchObject({ state: 'rejected', reason: expect.any(String) });
        expect(existsSync(marks)).toBe(false);
        writeFileSync(filler, '');
        const taken = await installation.run(device, code, ['succeeded', 'failed', 'lost', 'rejected']);
        expect(taken.state).toBe('succeeded');
        expect(readFileSync(marks, 'utf8')).toBe('x');

        const account = await new Ledger(installation, device).askUnder(async () => {
          fill(filler);
          await delay(fullDiskMs);
          writeFileSync(filler, '');
        }, runs);
        const { succeeded = 0, rejected = 0, ...others } = account.states;
        expect({ ...account, states: others }).toEqual({ states: {}, doubled: 0, untrue: [] });
        expect(succeeded + rejected).toBe(runs);
      } finally {
        await agent.stop();
        unmount();
      }
    },
    120_000 + runs * 5_000,
  );
});

/** Runs of a device that hears of them and says nothing; on its next link it is sent them all again, and does them. */
async function runAfterSilence(bare: BareDevice, count: number): Promise<void> {
  const { drover, url } = installation;
  const silent = await bare.connect(url);
  const jobIds: string[] = [];
  while (jobIds.length < count) {
    jobIds.push((await drover.scripts.execute({ code: '1', devices: [bare.device] })).jobId);
  }
  const ordersOf = ({ frames }: BareLink) =>
    frames.flatMap((frame) => (frame.type === 'run' ? frame.runId : []));
  const untilOrdered = (link: BareLink) =>
    eventually(
      async () => ordersOf(link),
      (orders) => orders.length >= count,
    );
  await untilOrdered(silent);
  for (const jobId of jobIds) expect((await installation.theRun(jobId)).state).toBe('queued');

  const awake = await bare.connect(url);
  const orders = await untilOrdered(awake);
  let n = 0;
  for (const runId of orders) {
    awake.send({ type: 'accepted', n: (n += 1), runId });
    awake.send({ type: 'started', n: (n += 1), runId, at: Date.now() });
    awake.send({ type: 'finished', n: (n += 1), runId, at: Date.now(), state: 'succeeded', exitCode: 0 });
  }
  const done = await Promise.all(jobIds.map((jobId) => installation.runOf(jobId, ['succeeded', 'lost'])));
  expect(done.map(({ _id, state }) => [_id, state])).toEqual(
    ordersOf(silent).map((runId) => [runId, 'succeeded']),
  );
  expect(ordersOf(awake)).toEqual(ordersOf(silent));
  awake.close();
}

/** Two links at once, of which one stands: it is given the run, and the run is given once. */
async function runOnOneOfTwo(bare: BareDevice): Promise<void> {
  const { drover, url } = installation;
  const links = await Promise.all([bare.connect(url), bare.connect(url)]);
  const isReplaced = async () => links.filter(({ closeCode }) => closeCode === 4409).length;
  await eventually(isReplaced, (count) => count === 1);
  const standing = links.find(({ closeCode }) => closeCode === undefined);
  if (!standing) throw new Error('Both links were closed.');
  const { jobId } = await drover.scripts.execute({ code: '1', devices: [bare.device] });
  const { runId } = await standing.next('run');
  standing.send({ type: 'accepted', n: 1, runId });
  standing.send({ type: 'started', n: 2, runId, at: Date.now() });
  standing.send({ type: 'finished', n: 3, runId, at: Date.now(), state: 'succeeded', exitCode: 0 });
  expect((await installation.runOf(jobId, ['succeeded', 'lost'])).state).toBe('succeeded');
  const orders = links.flatMap(({ frames }) => frames).filter(({ type }) => type === 'run');
  expect(orders).toHaveLength(1);
  standing.close();
}

/** Runs a script that writes so many numbered lines, and gives what is kept of them. */
async function flood(device: Device, count: number): Promise<string[]> {
  const code = `for (let n = 1; n <= ${count}; n++) console.log(n + ' ${'x'.repeat(200)}');`;
  const { jobId } = await installation.drover.scripts.execute({ code, devices: [device] });
  const run = await installation.runOf(jobId, ['succeeded', 'failed', 'lost'], floodPatienceMs);
  expect(run.state).toBe('succeeded');
  return installation.logOf(run);
}

/** A disk of 2 MB in place of a folder; nothing where this user may not mount. */
function mountSmallDisk(folder: string): (() => void) | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    process.stderr.write('*** SKIPPED: a full disk needs the right to mount one. ***\n');
    return undefined;
  }
  return () => void execFileSync('umount', [folder]);
}

/** Writes until nothing more fits. */
function fill(file: string): void {
  for (const size of [65_536, 4_096, 512, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Less may still fit.
    }
  }
}
