import type { Device } from '@drover/sdk';
import { Installation } from '@drover/test-installation';
import { execFileSync } from 'node:child_process';

let installation: Installation;
let device: Device;

beforeAll(async () => {
  installation = await Installation.start();
  ({ device } = await installation.startAgent('盒子'));
});
afterAll(() => installation.close());

describe('a script on a device', () => {
  it('finds its vars, and its log and result come back', async () => {
    const { drover } = installation;
    const code = `console.log(hamibot.env.city, drover.env.rounds, drover.env.preset, hamibot.robotName);`;
    const scriptId = await installation.createScript(code, [{ name: 'preset', type: 'text', value: 'kept' }]);
    const vars = { city: '大理', rounds: 3 };
    const { jobId } = await drover.devscripts.run(scriptId, { devices: [device], vars });
    const run = await installation.runOf(jobId, ['succeeded', 'failed']);
    expect(run).toMatchObject({ state: 'succeeded', exitCode: 0, reason: null, deviceId: device._id });
    expect(await installation.logOf(run)).toEqual(['大理 3 kept 盒子']);
    expect((await drover.jobs.get(jobId)).counts).toMatchObject({ succeeded: 1, queued: 0, running: 0 });
  });

  it('ends as failed with file, line and column where it throws', async () => {
    const run = await installation.run(device, `const nothing = null;\n  nothing.field;`, ['failed']);
    expect(run.reason).toContain("TypeError: Cannot read properties of null (reading 'field')");
    expect(run.reason).toMatch(/story\.js:2:11/);
  });

  it('ends with the exit code that it gives', async () => {
    const run = await installation.run(device, `process.exit(3)`, ['failed', 'succeeded']);
    expect(run).toMatchObject({ state: 'failed', exitCode: 3 });
  });

  it('is stopped in an endless loop, with all that it started', async () => {
    const code = `
      const { spawn } = require('child_process');
      const child = spawn('sh', ['-c', 'trap "" TERM; while true; do sleep 1; done']);
      console.log(process.pid + ' ' + child.pid);
      while (true) {}`;
    const scriptId = await installation.createScript(code);
    const { jobId } = await installation.drover.devscripts.run(scriptId, { devices: [device] });
    const running = await installation.runOf(jobId, ['running']);
    const pids = await pidsFrom(installation, running._id);
    await installation.drover.devscripts.stop(scriptId, { devices: [device] });
    const stopped = await installation.runOf(jobId, ['stopped', 'failed', 'lost']);
    expect(stopped).toMatchObject({ state: 'stopped', reason: 'stopped on request' });
    for (const pid of pids) expect(isAlive(pid)).toBe(false);
  });

  it('writes 100,000 lines that all arrive in order, while the server answers', async () => {
    const code = `for (let i = 1; i <= 100000; i++) console.log('line ' + i);`;
    const scriptId = await installation.createScript(code);
    const { jobId } = await installation.drover.devscripts.run(scriptId, { devices: [device] });
    const answers = await answersMeanwhile(installation, jobId);
    const lines = await installation.logOf(await installation.runOf(jobId, ['succeeded']));
    expect(lines).toHaveLength(100_000);
    expect(lines.every((text, index) => text === `line ${index + 1}`)).toBe(true);
    expect(answers).toBeGreaterThan(10);
  });
});

/** Reads the job again and again until it has ended; how often it was answered. */
async function answersMeanwhile({ drover }: Installation, jobId: string): Promise<number> {
  for (let answers = 1; ; answers += 1) {
    const { counts } = await drover.jobs.get(jobId);
    if (counts.queued + counts.running === 0) return answers;
  }
}

async function pidsFrom({ drover }: Installation, runId: string): Promise<number[]> {
  for await (const { text } of drover.logs.follow(runId)) return text.split(' ').map(Number);
  throw new Error('The run wrote nothing.');
}

/** Whether a process is there and no zombie. */
function isAlive(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)])
      .toString()
      .startsWith('Z');
  } catch {
    return false;
  }
}
