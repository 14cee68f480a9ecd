import { eventually, Installation } from '@drover/test-installation';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BareDevice } from './testing/bare-device';
import { Ledger } from './testing/ledger';

const runs = Number(process.env.FAULT_RUNS ?? 6);
const hourMs = 3_600_000;

/** The cap of a run's log, and a line's share of it. */
const logBytes = 10 * 1024 * 1024;

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

  it('that floods its log loses no line below the cap, and has a marker at it', async () => {
    const { agent, device } = await installation.startAgent('loud');
    const text = 'x'.repeat(200);
    const flood = (count: number) => `for (let n = 1; n <= ${count}; n++) console.log(n + ' ${text}');`;
    const runOf = async (code: string) => {
      const { jobId } = await installation.drover.scripts.execute({ code, devices: [device] });
      return installation.runOf(jobId, ['succeeded', 'failed', 'lost'], floodPatienceMs);
    };
    const below = await runOf(flood(20_000));
    expect(below.state).toBe('succeeded');
    const lines = (await installation.logOf(below)).map((line) => Number.parseInt(line, 10));
    expect(lines).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1));

    const above = await runOf(flood(60_000));
    expect(above.state).toBe('succeeded');
    const kept = await installation.logOf(above);
    const marker = kept.pop();
    expect(marker).not.toMatch(/^\d/);
    expect(kept.map((line) => Number.parseInt(line, 10))).toEqual(kept.map((_, index) => index + 1));
    expect(Buffer.byteLength(kept.join(''))).toBeGreaterThan(logBytes - 64 * 1024);
    await agent.stop();
  }, 180_000);

  it('whose disk is full says so, starts nothing that it cannot keep, and works again with room', async () => {
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
    } finally {
      await agent.stop();
      unmount();
    }
  }, 120_000);
});

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
