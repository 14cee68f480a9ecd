import type { Device, Page, Token } from '@drover/sdk';
import { eventually, Installation, Program, waitUntilReady } from '@drover/test-installation';
import { freePort } from '@drover/test-services';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandLine, itOnTerminal } from './testing/command-line';

let installation: Installation;
let drover: CommandLine;
let box: Device;
let desk: Device;

beforeAll(async () => {
  installation = await Installation.start();
  drover = await CommandLine.open(installation);
  // Started one after the other, because lists are sorted by creation time.
  ({ device: box } = await installation.startAgent('盒子'));
  ({ device: desk } = await installation.startAgent('Front desk'));
});
afterAll(() => installation?.close());

describe('drover login', () => {
  const credentials = { email: 'ada@example.org', password: 'correct horse' };
  const signedOutEnv = () => ({
    XDG_CONFIG_HOME: join(drover.folder, 'login'),
    DROVER_URL: '',
    DROVER_TOKEN: '',
  });
  const login = (password: string) =>
    drover.run(['login', installation.url, '--email', credentials.email, '--password-stdin'], {
      input: `${password}\n`,
      env: signedOutEnv(),
    });

  it('creates an access token, and saves it in a file that only its owner can read', async () => {
    await installation.drover.accounts.create(credentials);
    expect(await login('wrong')).toMatchObject({ code: 4, out: '' });
    expect(await login(credentials.password)).toMatchObject({ code: 0, err: '' });
    const configPath = join(drover.folder, 'login/drover/config.json');
    expect((await stat(configPath)).mode & 0o777).toBe(0o600);
    const name = new URL(installation.url).host;
    expect(JSON.parse(await readFile(configPath, 'utf8'))).toEqual({
      current: name,
      contexts: {
        [name]: {
          ...{ url: installation.url, token: expect.stringMatching(/^hmp_[0-9a-f]{64}$/) },
          workspace: { id: expect.stringMatching(/^[0-9a-f]{24}$/), name: 'ada' },
        },
      },
    });
    const { out } = await drover.run(['tokens', '--json'], { env: signedOutEnv() });
    expect((JSON.parse(out) as Page<Token>).items).toMatchObject([
      { name: expect.stringMatching(/^drover on /) },
    ]);
  });

  it('checks an access token before it saves it', async () => {
    const env = { ...signedOutEnv(), XDG_CONFIG_HOME: join(drover.folder, 'nobody') };
    const wrong = await drover.run(['login', installation.url, '--token', 'hmp_wrong'], { env });
    expect(wrong).toMatchObject({ code: 4, out: '' });
    const after = await drover.run(['devices'], { env });
    expect(after).toMatchObject({ code: 4, err: expect.stringContaining('Not signed in') });
  });
});

describe('exit codes', () => {
  it.each([
    { args: ['devicez'], code: 2, message: 'Did you mean devices?' },
    { args: ['run', 'hello'], code: 2, message: '--device' },
    { args: ['exec', '-c', '1', '--device', 'all', '--timeout', 'soon'], code: 2, message: '30s' },
    { args: ['devices'], env: { DROVER_URL: 'http://127.0.0.1:9' }, code: 3, message: 'cannot be reached' },
    { args: ['devices'], env: { DROVER_TOKEN: 'hmp_0' }, code: 4, message: 'drover login' },
    { args: ['devices', 'stop', 'Front'], code: 5, message: "Did you mean 'Front desk'?" },
    { args: ['devices', 'rename', '盒子', 'x'.repeat(21)], code: 5, message: 'at most 20 characters' },
  ])('are $code with the message: $message', async ({ args, env, code, message }) => {
    const outcome = await drover.run(args, { env });
    expect(outcome).toMatchObject({ code, out: '', err: expect.stringContaining(message) });
  });
});

describe('drover devices', () => {
  it('lists devices in aligned columns, without colours when piped', async () => {
    const { out } = await drover.run(['devices']);
    const [head, first, second] = out.split('\n');
    expect(head).toMatch(/^NAME {8}STATE {3}TAG {2}MODEL/);
    expect(first).toMatch(/^Front desk {2}online/);
    expect(second).toMatch(/^盒子 {8}online/);
    expect(out).toContain('\n2 devices, 2 online\n');
    expect(out).not.toContain('\x1b');
  });

  it('renames, tags and filters devices', async () => {
    await drover.run(['devices', 'rename', 'front desk', '前台']);
    await drover.run(['devices', 'tag', 'lab', '前台']);
    const { items } = await drover.runJson<Page<Device>>('devices', 'ls', '--tag', 'lab');
    expect(items).toMatchObject([{ _id: desk._id, name: '前台', tags: ['lab'] }]);
    await drover.run(['devices', 'rename', 'tag:lab', 'Front desk']);
    await drover.run(['devices', 'tag', '', desk._id]);
    expect(await installation.drover.devices.get(desk._id)).toMatchObject({ name: 'Front desk', tags: [] });
  });

  it('deletes nothing without confirmation', async () => {
    const outcome = await drover.run(['devices', 'rm', 'all']);
    expect(outcome).toMatchObject({ code: 2, err: expect.stringContaining('--yes') });
    expect((await installation.drover.devices.list()).count).toBe(2);
  });

  itOnTerminal('fits tables to the width of the terminal', async () => {
    const terminal = drover.startOnTerminal('devices');
    await terminal.waitForExit();
    const lines = terminal.output.replace(/\x1b\[[\d;]*m/g, '').split('\r\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(terminal.output).toContain('\x1b[32monline');
  });
});

describe('drover groups and presets', () => {
  it('creates a group by rule, and runs on it with a selector and a preset', async () => {
    await drover.run(['devices', 'tag', 'lab', '盒子']);
    const made = await drover.run(['groups', 'create', 'The lab', '--rule', 'tag=lab']);
    expect(made).toMatchObject({ code: 0, out: 'The lab: 1 device.\n' });
    const listed = await drover.runJson<Page<Device>>('devices', 'ls', '--group', 'The lab');
    expect(listed.items).toMatchObject([{ _id: box._id }]);

    const scriptId = await installation.createScript('console.log("from", drover.env.where)');
    await installation.drover.devscripts.update(scriptId, { name: 'rounds' });
    const selected = ['--selector', 'group=The lab', '--selector', 'online'];
    const ran = await drover.run(['run', 'rounds', ...selected, '--vars', 'where=here', '--follow']);
    expect(ran).toMatchObject({ code: 0, out: expect.stringContaining('from here') });

    const save = ['presets', 'create', 'Morning round', 'rounds', ...selected, '--vars', 'where=a preset'];
    expect(await drover.run(save)).toMatchObject({ code: 0, out: expect.stringContaining('--preset') });
    const { out } = await drover.run(['presets']);
    expect(out).toMatch(/^Morning round {2}rounds {2}group=The lab online {2}[0-9a-f]{24}$/m);
    const again = await drover.run(['run', '--preset', 'Morning round', '--follow']);
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('from a preset') });
  });

  it('stops all runs of a group', async () => {
    const { jobId } = await installation.drover.scripts.execute({ code: 'for (;;);', devices: [box] });
    await installation.waitForRun(jobId, ['running']);
    const { out } = await drover.run(['stop', '--selector', 'group=The lab']);
    expect(out).toBe('Stopped all runs on 1 device.\n');
    await installation.waitForRun(jobId, ['stopped']);
  });

  it('rejects deleting a group that a preset uses', async () => {
    const refused = await drover.run(['groups', 'rm', 'The lab']);
    expect(refused).toMatchObject({ code: 5, err: expect.stringContaining('the preset "Morning round"') });
    expect(await drover.run(['presets', 'rm', 'Morning round'])).toMatchObject({ code: 0 });
    expect(await drover.run(['groups', 'rm', 'The lab'])).toMatchObject({ code: 0 });
    await drover.run(['devices', 'tag', '', '盒子']);
  });

  it('rejects two ways of choosing devices', async () => {
    const both = await drover.run(['run', 'rounds', '--device', 'all', '--selector', 'all']);
    expect(both).toMatchObject({ code: 2, err: expect.stringContaining('--selector') });
    const preset = await drover.run(['run', 'rounds', '--preset', 'Morning round']);
    expect(preset).toMatchObject({ code: 2, err: expect.stringContaining('--preset alone') });
  });
});

describe('drover add-device', () => {
  it('waits for the device that uses its key, which is not in a command line', async () => {
    const adding = drover.start('add-device');
    await eventually(
      async () => adding.output,
      (output) => output.includes('--key-file -'),
    );
    const [, key = '', args = ''] =
      /echo (\w{6}) \| npx --yes \S+ (.*) --key-file -\n/.exec(adding.output) ?? [];
    expect(adding.output).not.toContain('--key ');
    expect(adding.output).toContain(
      `curl -fsSL ${installation.url}/install.sh | DROVER_ENROLMENT_KEY=${key} sh\n`,
    );
    const data = join(installation.folder, 'agent-new');
    const agent = new Program('agent', {
      args: [...args.split(' '), '--name', '新设备', '--data', data],
      env: { DROVER_ENROLMENT_KEY: key },
    });
    expect(await adding.waitForExit()).toBe(0);
    expect(adding.output).toContain('✓ 新设备 is online');
    await agent.stop();
    expect(await drover.run(['devices', 'rm', '新设备', '--yes'])).toMatchObject({ code: 0 });
  });
});

describe('drover serve', () => {
  it('runs the server until SIGTERM', async () => {
    const port = await freePort();
    const data = join(installation.folder, 'served');
    const server = drover.start('serve', '--port', String(port), '--data', data);
    try {
      await waitUntilReady(`http://127.0.0.1:${port}`);
      await eventually(
        async () => server.output,
        (output) => output.includes('Drover is ready'),
      );
      server.process.kill('SIGTERM');
      expect(await server.waitForExit()).toBe(0);
    } finally {
      await server.kill();
    }
  });
});

describe('drover completion', () => {
  const suggest = async (...words: string[]) =>
    (await drover.run(['__complete', '--', ...words])).out.split('\n');

  it('suggests commands, options, devices and scripts', async () => {
    expect(await suggest('dev')).toEqual(['devices', 'dev', '']);
    expect(await suggest('run', 'x', '--dev')).toEqual(['--device', '']);
    expect(await suggest('run', 'x', '--device', '')).toEqual(
      expect.arrayContaining(['all', '盒子', 'Front desk']),
    );
    await installation.drover.devscripts.create({ name: 'suggested' });
    expect(await suggest('run', 'sugg')).toEqual(['suggested', '']);
  });

  it('suggests subcommands of help, states, and global options', async () => {
    expect(await suggest('help', 'contexts', 'r')).toEqual(['rename', 'rm', '']);
    expect(await suggest('runs', 'ls', '--state', 'ti')).toEqual(['timed_out', '']);
    expect(await suggest('jobs', '--state', 'failed,lo')).toEqual(['failed,lost', '']);
    expect(await suggest('events', '--cont')).toEqual(['--context', '']);
    expect(await suggest('completion', 'p')).toEqual(['powershell', '']);
  });
});
