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
  it('reads its variables, and returns its log and result', async () => {
    const { drover } = installation;
    const code = `console.log(hamibot.env.city, drover.env.rounds, drover.env.preset, hamibot.robotName);`;
    const scriptId = await installation.createScript(code, [{ name: 'preset', type: 'text', value: 'kept' }]);
    const vars = { city: '大理', rounds: 3 };
    const { jobId } = await drover.devscripts.run(scriptId, { devices: [device], vars });
    const run = await installation.waitForRun(jobId, ['succeeded', 'failed']);
    expect(run).toMatchObject({ state: 'succeeded', exitCode: 0, reason: null, deviceId: device._id });
    expect(await installation.readLog(run)).toEqual(['大理 3 kept 盒子']);
    expect((await drover.jobs.get(jobId)).counts).toMatchObject({ succeeded: 1, queued: 0, running: 0 });
  });

  it('fails with file, line and column if it throws', async () => {
    const run = await installation.run(device, `const nothing = null;\n  nothing.field;`, ['failed']);
    expect(run.reason).toContain("TypeError: Cannot read properties of null (reading 'field')");
    expect(run.reason).toMatch(/story\.js:2:11/);
  });

  it('ends with the exit code of the script', async () => {
    const run = await installation.run(device, `process.exit(3)`, ['failed', 'succeeded']);
    expect(run).toMatchObject({ state: 'failed', exitCode: 3 });
  });

  it('is stopped in an endless loop, including its child processes', async () => {
    const code = `
      const { spawn } = require('child_process');
      process.title = 'drover-endless-script';
      spawn('sh', ['-c', 'trap "" TERM; while true; do sleep 1; done', 'drover-endless-child']);
      console.log('ready');
      while (true) {}`;
    const scriptId = await installation.createScript(code);
    const { jobId } = await installation.drover.devscripts.run(scriptId, { devices: [device] });
    const running = await installation.waitForRun(jobId, ['running']);
    await waitForFirstLine(installation, running._id);
    expect(findProcesses('drover-endless-')).toHaveLength(2);
    await installation.drover.devscripts.stop(scriptId, { devices: [device] });
    const stopped = await installation.waitForRun(jobId, ['stopped', 'failed', 'lost']);
    expect(stopped).toMatchObject({ state: 'stopped', reason: 'stopped on request' });
    expect(findProcesses('drover-endless-')).toEqual([]);
  });

  it('writes 100,000 lines that arrive in order, while the server responds', async () => {
    const code = `for (let i = 1; i <= 100000; i++) console.log('line ' + i);`;
    const scriptId = await installation.createScript(code);
    const { jobId } = await installation.drover.devscripts.run(scriptId, { devices: [device] });
    const responses = await countResponsesUntilEnd(installation, jobId);
    const lines = await installation.readLog(await installation.waitForRun(jobId, ['succeeded']));
    expect(lines).toHaveLength(100_000);
    expect(lines.every((text, index) => text === `line ${index + 1}`)).toBe(true);
    expect(responses).toBeGreaterThan(10);
  });
});

/** Polls the job until it has ended. Returns the number of responses. */
async function countResponsesUntilEnd({ drover }: Installation, jobId: string): Promise<number> {
  for (let responses = 1; ; responses += 1) {
    const { counts } = await drover.jobs.get(jobId);
    if (counts.queued + counts.running === 0) return responses;
  }
}

async function waitForFirstLine({ drover }: Installation, runId: string): Promise<void> {
  for await (const _line of drover.logs.follow(runId)) return;
  throw new Error('The run wrote nothing.');
}

/** Finds processes by their command line, because a script may see other process IDs than the system. */
function findProcesses(name: string): string[] {
  const commands = execFileSync('ps', ['-A', '-o', 'args=']).toString().split('\n');
  return commands.filter((command) => command.includes(name));
}
