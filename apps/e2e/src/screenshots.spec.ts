import type { Artifact, Device, Run } from '@drover/sdk';
import { eventually, Installation, Screen } from '@drover/test-installation';

const describeWithScreen = Screen.isInstalled() || process.env.CI === 'true' ? describe : describe.skip;

let installation: Installation;
beforeAll(async () => {
  installation = await Installation.start();
});
afterAll(() => installation?.close());

/** Waits until the run has so many artifacts, and returns them by name. */
async function waitForArtifacts({ _id }: Run, count: number): Promise<Artifact[]> {
  const { items } = await eventually(
    () => installation.drover.runs.listArtifacts(_id),
    ({ items: all }) => all.length >= count,
    120_000,
  );
  expect(items).toHaveLength(count);
  return items.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function download({ runId, _id }: Artifact): Promise<Buffer> {
  const response = await installation.drover.runs.getArtifact(runId, _id);
  return Buffer.from(await response.arrayBuffer());
}

/** The width and the height that the header of a PNG file names. */
function sizeOf(png: Buffer): number[] {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describeWithScreen('drover.screenshot on a computer with X11', () => {
  let screen: Screen;
  let device: Device;
  beforeAll(async () => {
    screen = await Screen.start();
    ({ device } = await installation.startAgent('desktop', { DISPLAY: screen.display }));
  });
  afterAll(async () => {
    await screen?.close();
  });

  it('saves pictures of the screen, with names and without', async () => {
    const code = `module.exports.result = (async () => [
      await drover.screenshot(), await drover.screenshot('空 screen.png'), await drover.screenshot(),
    ])();`;
    const run = await installation.run(device, code, ['succeeded', 'failed']);
    expect(run.state).toBe('succeeded');
    const artifacts = await waitForArtifacts(run, 3);
    const { value } = await installation.drover.runs.getResult(run._id);
    expect(value).toMatchObject([
      { name: 'screenshot-1.png', problem: null },
      { name: '空 screen.png', problem: null },
      { name: 'screenshot-2.png', problem: null },
    ]);
    expect(artifacts.map(({ name, kind }) => [name, kind])).toEqual([
      ['screenshot-1.png', 'image'],
      ['screenshot-2.png', 'image'],
      ['空 screen.png', 'image'],
    ]);
    for (const artifact of artifacts) expect(sizeOf(await download(artifact))).toEqual([640, 480]);
  });

  /**
   * Shows a window, waits until a picture contains it, and throws. A window may take many seconds to appear, and a run can
   * have at most 100 artifacts, so the script takes pictures only after the window is mapped, and waits before each one.
   */
  const failing = `
    const { spawn, spawnSync } = require('node:child_process');
    const { setTimeout: pause } = require('node:timers/promises');
    const env = { ...process.env, DISPLAY: ${JSON.stringify('DISPLAY')} };
    (async () => {
      const empty = await drover.screenshot('empty.png');
      spawn('xmessage', ['-geometry', '400x200+50+50', 'The checkout failed'], { env, stdio: 'ignore' });
      while (!String(spawnSync('xwininfo', ['-name', 'xmessage'], { env }).stdout).includes('IsViewable'))
        await pause(200);
      for (let shown = empty, n = 1; shown.size === empty.size; n++) {
        await pause(500);
        shown = await drover.screenshot('shown ' + n + '.png');
      }
      throw new Error('no checkout');
    })();`;

  it('shows what a program showed when the run failed, if the job asks for it', async () => {
    const code = failing.replace('"DISPLAY"', JSON.stringify(screen.display));
    const { drover } = installation;
    const { _id: jobId } = await drover.jobs.create({ code, devices: [device], screenshotOnFailure: true });
    expect((await drover.jobs.get(jobId)).screenshotOnFailure).toBe(true);
    const run = await installation.waitForRun(jobId, ['succeeded', 'failed'], 120_000);
    expect(run).toMatchObject({ state: 'failed', reason: expect.stringContaining('no checkout') as string });
    const { items } = await eventually(
      () => drover.runs.listArtifacts(run._id),
      ({ items: all }) => all.some(({ name }) => name === 'screenshot-1.png'),
      120_000,
    );
    const picture = await download(items.find(({ name }) => name === 'screenshot-1.png')!);
    const empty = await download(items.find(({ name }) => name === 'empty.png')!);
    expect(sizeOf(picture)).toEqual([640, 480]);
    expect(picture.equals(empty)).toBe(false);
  });

  it('takes no picture of a failed run unless the job asks for it', async () => {
    const run = await installation.run(device, `throw new Error('as usual');`, ['failed']);
    expect((await installation.drover.runs.listArtifacts(run._id)).items).toEqual([]);
  });
});

describe('drover.screenshot on a computer without a screen', () => {
  let device: Device;
  beforeAll(async () => {
    ({ device } = await installation.startAgent('server'));
  });

  it('says why there is none, and the run goes on', async () => {
    const code = `module.exports.result = drover.screenshot('x.png');`;
    const { drover } = installation;
    const { _id } = await drover.jobs.create({ code, devices: [device], screenshotOnFailure: true });
    const run = await installation.waitForRun(_id, ['succeeded', 'failed']);
    const problem = 'the device has no screen: the agent has neither DISPLAY nor WAYLAND_DISPLAY';
    expect(run.state).toBe('succeeded');
    expect((await drover.runs.getResult(run._id)).value).toEqual({
      ...{ name: 'x.png', size: null, sha256: null, problem },
    });
    expect((await installation.readLog(run)).join('\n')).toContain(
      `drover.screenshot: "x.png" was left out: ${problem}`,
    );
  });

  it('leaves the reason of a failed run unchanged', async () => {
    const { drover } = installation;
    const { _id } = await drover.jobs.create({
      code: `throw new Error('the real reason');`,
      ...{ devices: [device], screenshotOnFailure: true },
    });
    const run = await installation.waitForRun(_id, ['failed']);
    expect(run.reason).toContain('the real reason');
    expect((await installation.readLog(run)).join('\n')).toContain('drover.screenshot: "screenshot-1.png"');
  });
});
