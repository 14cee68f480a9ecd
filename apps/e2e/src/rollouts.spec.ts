import type { Device, Job, Rollout } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';

const devices = 500;

let installation: Installation;
let scriptId: string;
let job: Job;

/** Sorts devices by number, so that the third of the first five fails. */
async function devicesInOrder(): Promise<Device[]> {
  const { items } = await installation.drover.devices.list();
  return items.sort((a, b) => Number(a.name.slice('sim-'.length)) - Number(b.name.slice('sim-'.length)));
}

const rollout = async (): Promise<Rollout> =>
  (await installation.drover.jobs.get(job._id)).rollout as Rollout;

beforeAll(async () => {
  installation = await Installation.start({ env: { RATE_LIMIT: '0' } });
  scriptId = await installation.createScript('throw new Error("on every third");');
  await installation.startFleet(devices, '--run-ms', '300', '--fail-every', '3');
  await installation.waitUntilOnline(devices);
});
afterAll(() => installation?.close());

describe('a rollout to 500 devices of a script that fails on every third', () => {
  it('stops after the first wave, with a reason', async () => {
    job = await installation.drover.jobs.create({
      scriptId,
      devices: await devicesInOrder(),
      rollout: { waves: [1, 10, 25], stopAfterFailedPercent: 10 },
    });
    const { reason, released, waves } = await eventually(rollout, ({ state }) => state === 'stopped');
    expect({ reason, released }).toEqual({
      reason: 'wave 1: 1 of 5 runs failed, more than 10 %',
      released: 5,
    });
    expect(waves.map((wave) => `${wave.devices} ${wave.state}`)).toEqual([
      ...['5 failed', '45 waiting', '75 waiting', '375 waiting'],
    ]);
  });

  it('continues with the remaining devices after a fix', async () => {
    const { drover } = installation;
    await drover.devscripts.uploadFiles(scriptId, { code: 'console.log("right everywhere");' });
    await drover.jobs.updateRollout(job._id, { state: 'running', code: 'current' });
    await eventually(rollout, ({ state }) => state === 'finished');
    const { counts } = await drover.jobs.get(job._id);
    expect(counts).toMatchObject({ failed: 1, succeeded: devices - 1, queued: 0 });
    expect((await rollout()).waves.map(({ state }) => state)).toEqual([
      'failed',
      'passed',
      'passed',
      'passed',
    ]);
    const runs = await drover.runs.list({ jobId: job._id, limit: 1000 });
    expect(new Set(runs.items.map(({ deviceId }) => deviceId)).size).toBe(devices);
    expect(runs.count).toBe(devices);
  });

  it('reruns on the failed devices', async () => {
    const rerun = await installation.drover.jobs.rerun(job._id, { which: 'failed', code: 'current' });
    const runs = await installation.drover.jobs.wait(rerun._id);
    expect(runs.map(({ state }) => state)).toEqual(['succeeded']);
  });
});
