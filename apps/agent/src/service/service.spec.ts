import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent } from '../testing/test-agent';
import { TestServer, VALID_KEY } from '../testing/test-server';
import { createPropertyList } from './launchd';
import { createUnit } from './systemd-unit';

jest.setTimeout(60_000);

const definition = {
  command: ['/usr/bin/node', '/opt/100% "$x"/main.js', '--data', '/data'],
  dataFolder: '/data',
};

describe('the systemd unit', () => {
  const user = { name: 'drover-agent', uid: 990, gid: 990 };

  it('runs the agent as its own user, and leaves it time to stop', () => {
    const lines = createUnit({ ...definition, user }, false).split('\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        ...['User=drover-agent', 'NoNewPrivileges=yes', 'KillMode=mixed', 'TimeoutStopSec=30'],
        ...['Delegate=yes', 'MemoryMax=80%', 'RestartPreventExitStatus=3 4', 'WantedBy=multi-user.target'],
      ]),
    );
  });

  it('escapes what systemd replaces in a command line', () => {
    expect(createUnit(definition, true)).toContain(
      String.raw`ExecStart="/usr/bin/node" "/opt/100%% \"$$x\"/main.js" "--data" "/data"` + '\n',
    );
  });

  it('starts with the session manager of a user, without naming the user', () => {
    const unit = createUnit(definition, true);
    expect(unit).toContain('WantedBy=default.target\n');
    expect(unit).not.toContain('User=');
  });
});

it('writes a property list for launchd', () => {
  const list = createPropertyList({ ...definition, command: ['/opt/a & <b>/node'] }, '/log');
  expect(list).toContain('<string>/opt/a &amp; &lt;b&gt;/node</string>');
  expect(list).toContain('<key>RunAtLoad</key>\n  <true/>');
});

describe('drover-agent service', () => {
  const built = buildAgent();
  let folder: string;
  let data: string;
  let server: TestServer;

  beforeEach(async () => {
    server = await TestServer.start();
    folder = mkdtempSync(join(tmpdir(), 'drover-service-'));
    data = join(folder, 'data');
  });
  afterEach(async () => {
    await run(['uninstall', '--purge']);
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  afterAll(() => built.remove());

  /** Runs a command of the service in the background of this user. */
  async function run(args: string[], key = VALID_KEY): Promise<{ code: number; output: string }> {
    const place = ['--user', '--background', '--data', data];
    const child = spawn(process.execPath, [built.program, 'service', ...args, ...place], {
      env: { ...process.env, DROVER_ENROLMENT_KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  }

  const install = (key?: string) => run(['install', '--server', server.url, '--isolation', 'none'], key);

  it('enrols and starts the agent once, and removes everything', async () => {
    const first = await install();
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('installed and running.') });
    await server.find('hello');
    const { output: before } = await run(['status']);
    expect(before).toMatch(/^The agent is running \(a process in the background, process \d+\)\.\nDevice: /);

    expect(await install()).toMatchObject({ code: 0, output: expect.stringContaining('running already.') });
    expect((await run(['status'])).output).toBe(before);

    expect(server.tokens.size).toBe(1);
    expect(await run(['uninstall', '--purge'])).toEqual({
      code: 0,
      output: 'The agent and its files are removed.\n',
    });
    expect(readdirSync(folder)).toEqual([]);
    expect(server.tokens.size).toBe(0);
    expect(await run(['status'])).toEqual({ code: 3, output: 'The service is not installed.\n' });
  });

  it('leaves nothing behind if the server refuses the key', async () => {
    const { code, output } = await install('WRONG1');
    expect(code).toBe(1);
    expect(output).toContain('The device could not be enrolled. Nothing was installed.');
    expect(existsSync(data)).toBe(false);
  });

  it('says that the token is still valid if the server is not reachable', async () => {
    await install();
    const { url } = server;
    await server.close();
    const { code, output } = await run(['uninstall', '--purge']);
    expect(code).toBe(0);
    expect(output).toContain(
      `The token of the device is still valid, because ${url} is not reachable. Delete the device in the console.`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the files of others in its folder', async () => {
    await install();
    writeFileSync(join(data, 'mine'), '');
    await run(['uninstall', '--purge']);
    expect(readdirSync(data)).toEqual(['mine']);
  });
});
