import type { Device } from '@drover/sdk';
import { createScratchFolder, eventually, Installation } from '@drover/test-installation';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

jest.setTimeout(600_000);

const root = join(__dirname, '../../..');

/** Wine 10 or newer. The Node in the executables does not start in Wine 8, which Debian 12 has. */
const wine = process.env.WINE!;

describe('the executables for Windows, in Wine', () => {
  let installation: Installation;
  let folder: string;
  let remove: () => Promise<void>;
  let agent: ChildProcess;
  let device: Device;

  beforeAll(async () => {
    ({ path: folder, remove } = await createScratchFolder());
    const builder = ['--tsconfig', 'tools/tsconfig.json', 'tools/executables/main.ts'];
    const target = ['linux-x64', 'win32-x64', '--target', join(folder, 'executables')];
    execFileSync(join(root, 'node_modules/.bin/tsx'), [...builder, ...target], { cwd: root });
    installation = await Installation.start();
    await run('wineboot', ['--init']);
  });
  afterAll(async () => {
    if (folder) await run('wineboot', ['--kill']);
    await installation?.close();
    // The server of Wine ends a few seconds after the last program.
    await eventually(
      async () => {
        await remove().catch(() => undefined);
        return existsSync(folder);
      },
      (isThere) => !isThere,
    );
  });

  const toWindowsPath = (path: string) => `Z:${path.replaceAll('/', '\\')}`;

  /** Starts a program of Windows. Its output goes to a file: Node in Wine cannot write to a pipe of Linux. */
  function start(program: string, args: string[], variables: NodeJS.ProcessEnv = {}) {
    const output = join(folder, `${process.hrtime.bigint()}.txt`);
    const file = openSync(output, 'w');
    const child = spawn(wine, [program, ...args], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        WINEPREFIX: join(folder, 'wine'),
        WINEDEBUG: '-all',
        ...variables,
      },
      stdio: ['ignore', file, file],
    });
    closeSync(file);
    return { child, readOutput: () => readFileSync(output, 'utf8') };
  }

  async function run(program: string, args: string[], variables?: NodeJS.ProcessEnv) {
    const { child, readOutput } = start(program, args, variables);
    const [code] = (await once(child, 'exit')) as [number | null];
    return { code, output: readOutput() };
  }

  const findExecutable = (name: string) => toWindowsPath(join(folder, `executables/win32-x64/${name}.exe`));

  it('start', async () => {
    for (const name of ['drover', 'drover-agent']) {
      const { code, output } = await run(findExecutable(name), ['--version']);
      expect([code, output]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\s/)]);
    }
  });

  it('connect a device, and run scripts', async () => {
    const { key } = await installation.drover.enrolmentKeys.create({});
    const data = ['--server', installation.url, '--data', toWindowsPath(join(folder, 'data'))];
    const program = findExecutable('drover-agent');
    agent = start(program, ['launcher.js', ...data], { DROVER_ENROLMENT_KEY: key }).child;
    const { items } = await eventually(
      () => installation.drover.devices.list({ online: true }),
      ({ count }) => count === 1,
    );
    [device] = items;
    const code = `
      console.log(process.platform, http.get('${installation.url}/healthz').statusCode);
      require('node:fs').writeFileSync('part.js', 'module.exports = 7;');
      console.log(require('./part.js'), require('node:child_process').execSync('echo child').toString().trim());
      module.exports.result = 'done';`;
    const { _id } = await installation.drover.jobs.create({ code, devices: [device] });
    const ended = await installation.waitForRun(_id, ['succeeded', 'failed']);
    expect(await installation.readLog(ended)).toEqual(['win32 200', '7 child']);
    expect([ended.state, ended.reason]).toEqual(['succeeded', null]);
  });

  it('stop a run with its processes', async () => {
    const tick = toWindowsPath(join(folder, 'tick'));
    const child = `setInterval(() => require('node:fs').writeFileSync(${JSON.stringify(tick)}, 'x'), 50)`;
    const code = `
      require('node:fs').writeFileSync('child.js', ${JSON.stringify(child)});
      require('node:child_process').spawn(process.execPath, [require('node:path').resolve('child.js')]);
      setInterval(() => undefined, 1000);`;
    const { _id } = await installation.drover.jobs.create({ code, devices: [device] });
    await eventually(
      () => Promise.resolve(existsSync(join(folder, 'tick'))),
      (isThere) => isThere,
    );
    await installation.drover.runs.stop({ devices: [device] });
    await installation.waitForRun(_id, ['stopped']);
    rmSync(join(folder, 'tick'));
    await delay(500);
    expect(existsSync(join(folder, 'tick'))).toBe(false);
  });

  it('stop their runs on Ctrl+C, and report that', async () => {
    const code = 'setInterval(() => undefined, 1000)';
    const { _id } = await installation.drover.jobs.create({ code, devices: [device] });
    await installation.waitForRun(_id, ['running']);
    // Wine turns the signal into Ctrl+C.
    agent.kill('SIGINT');
    const { reason } = await installation.waitForRun(_id, ['stopped']);
    expect(reason).toBe('the agent was stopped');
  });
});
