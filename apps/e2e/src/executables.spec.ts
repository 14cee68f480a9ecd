import type { Device } from '@drover/sdk';
import { createScratchFolder, eventually, getProgramPath, Installation } from '@drover/test-installation';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packAgent } from './testing/installed-agent';

jest.setTimeout(600_000);

const root = join(__dirname, '../../..');
const isPossible = process.platform === 'linux' && process.arch === 'x64';
if (!isPossible) process.stderr.write('*** SKIPPED: executables are tested on Linux x64. ***\n');

/** Programs of this machine that one without Node does not have. */
const nodePrograms = new Set(['node', 'nodejs', 'npm', 'npx', 'corepack']);

(isPossible ? describe : describe.skip)('the executables', () => {
  let installation: Installation;
  let folder: string;
  let remove: () => Promise<void>;
  /** The environment of a machine without Node. */
  let env: NodeJS.ProcessEnv;
  let device: Device;

  beforeAll(async () => {
    ({ path: folder, remove } = await createScratchFolder());
    const [executables, agentFiles, bin] = ['executables', 'agent', 'bin'].map((name) => join(folder, name));
    const builder = ['--tsconfig', 'tools/tsconfig.json', 'tools/executables/main.ts', 'linux-x64'];
    execFileSync(join(root, 'node_modules/.bin/tsx'), [...builder, '--target', executables], { cwd: root });
    mkdirSync(agentFiles);
    packAgent(agentFiles, '100.0.1');
    cpSync(join(dirname(getProgramPath('agent')), 'install.sh'), join(agentFiles, 'install.sh'));
    installation = await Installation.start({
      env: { AGENT_FILES: agentFiles, AGENT_EXECUTABLES: executables },
    });
    mkdirSync(bin);
    for (const name of readdirSync('/usr/bin').filter((program) => !nodePrograms.has(program))) {
      symlinkSync(join('/usr/bin', name), join(bin, name));
    }
    env = { PATH: bin, HOME: join(folder, 'home'), TZ: 'UTC' };
    mkdirSync(env.HOME!);
  });
  afterAll(async () => {
    await install('--uninstall').catch(() => undefined);
    await installation?.close();
    await remove?.();
  });

  /** Runs the installation's script as users do, without a service manager. Returns what it wrote. */
  async function install(...args: string[]): Promise<string> {
    const script = `curl -fsSL ${installation.url}/install.sh | sh -s -- "$@" --user --background 2>&1`;
    const { stdout } = await promisify(execFile)('sh', ['-c', script, 'sh', ...args], { env, cwd: '/' });
    return stdout;
  }

  /** Runs code on the device and returns how it ended, with the lines of its log. */
  async function run(code: string) {
    const { _id } = await installation.drover.jobs.create({ code, devices: [device] });
    const ended = await installation.waitForRun(_id, ['succeeded', 'failed']);
    return { state: ended.state, reason: ended.reason, lines: await installation.readLog(ended) };
  }

  it('install the agent on a machine without Node', async () => {
    const { key } = await installation.drover.enrolmentKeys.create({});
    expect(await install('--key', key, '--name', 'bare', '--memory', '96')).toContain(
      'The agent is installed and running.',
    );
    const online = await eventually(
      () => installation.drover.devices.list({ name: 'bare', online: true }),
      ({ count }) => count === 1,
    );
    [device] = online.items;
    expect(await install('--key', key, '--memory', '96')).toContain('running already.');
  });

  it('run scripts as Node does: requests, threads, modules and results', async () => {
    const code = `
      const { statusCode } = http.get('${installation.url}/healthz');
      console.log(statusCode, process.version.split('.')[0]);
      const child = engines.execScript('child', 'console.log("in a thread");');
      import('node:path').then(({ sep }) => console.log(sep));
      require('node:fs').writeFileSync('part.js', 'module.exports = 7;');
      console.log(require('./part.js'), require('node:child_process').execSync('echo child').toString().trim());
      module.exports.result = 'done';`;
    const { state, reason, lines } = await run(code);
    expect({ state, reason, lines: lines.sort() }).toEqual({
      state: 'succeeded',
      reason: null,
      lines: ['/', '200 v24', '7 child', 'in a thread'],
    });
  });

  it('allow many threads, and bound the memory of a run', async () => {
    const threads = `for (let i = 0; i < 8; i += 1) engines.execScript('t', 'log(1)');`;
    expect(await run(threads)).toMatchObject({ state: 'succeeded', lines: Array(8).fill('1') });
    const { state, reason } = await run('const all = []; for (;;) all.push(Array(1000).fill(all.length));');
    expect([state, reason]).toEqual(['failed', expect.stringContaining('out of memory')]);
  });

  it('isolate scripts', async () => {
    const file = join(env.HOME!, '.drover-agent/credential.json');
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveProperty('token');
    const code = `try { console.log(require('node:fs').readFileSync('${file}', 'utf8').length); } catch { console.log('hidden'); }`;
    const { lines } = await run(code);
    expect(['hidden', '0']).toContain(lines[0]);
  });

  it('are updated by their launcher, and run scripts with the new version', async () => {
    const { drover } = installation;
    expect((await drover.devices.get(device._id)).appVersion).not.toBe('100.0.1');
    const update = await drover.jobs.updateAgents({ devices: [device] });
    await installation.waitForRun(update._id, ['succeeded']);
    await eventually(
      () => drover.devices.get(device._id),
      ({ appVersion, online }) => online && appVersion === '100.0.1',
    );
    expect(await run(`engines.execScript('t', 'log("thread")');`)).toMatchObject({
      state: 'succeeded',
      lines: ['thread'],
    });
  });

  it('contain the command line', async () => {
    const drover = (...args: string[]) =>
      promisify(execFile)(join(folder, 'executables/linux-x64/drover'), args, {
        env: { ...env, DROVER_URL: installation.url, DROVER_TOKEN: installation.token },
      });
    expect((await drover('--version')).stdout).toMatch(/^\d+\.\d+\.\d+/);
    expect((await drover('devices', '--json', 'name', '--jq', '.items[].name')).stdout).toBe('bare\n');
    expect((await drover('exec', '--device', 'bare', '-c', 'log("from the command line")')).stdout).toContain(
      'from the command line',
    );
  });

  it('leave nothing behind', async () => {
    expect(await install('--uninstall')).toContain('The agent is removed from this machine.');
    const entries = await readdir(env.HOME!, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => !entry.isDirectory())).toEqual([]);
  });
});
