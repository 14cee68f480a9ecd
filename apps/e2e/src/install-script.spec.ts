import { createScratchFolder, eventually, Installation } from '@drover/test-installation';
import { freePort } from '@drover/test-services';
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

jest.setTimeout(180_000);

/** A stand-in for curl, which not every system has. It notes the command lines of all processes. */
const curl = `#!${process.execPath}
const { appendFileSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const [path, url] = process.argv.slice(-2);
const noteCommandLine = (pid) => {
  try { appendFileSync(process.env.COMMAND_LINES, readFileSync('/proc/' + pid + '/cmdline')); } catch {}
};
readdirSync('/proc').filter((name) => /^\\d+$/.test(name)).forEach(noteCommandLine);
fetch(url)
  .then(async (response) => {
    if (!response.ok) throw new Error();
    writeFileSync(path, Buffer.from(await response.arrayBuffer()));
  })
  .catch(() => process.exit(22));
`;

let installation: Installation;
let folder: string;
let remove: () => Promise<void>;
/** The home folder of the user who installs the agent. */
let home: string;
let bin: string;
let script: string;

beforeAll(async () => {
  ({ path: folder, remove } = await createScratchFolder());
  installation = await Installation.start({ env: { AGENT_EXECUTABLES: join(folder, 'executables') } });
  [home, bin] = [join(folder, "ada's home"), join(folder, 'bin')];
  await mkdir(home);
  await mkdir(bin);
  await symlink(process.execPath, join(bin, 'node'));
  await writeFile(join(bin, 'curl'), curl, { mode: 0o755 });
  const response = await fetch(`${installation.url}/install.sh`);
  expect(response.status).toBe(200);
  script = await response.text();
});
afterAll(async () => {
  await run(['--uninstall']);
  await installation.close();
  await remove();
});

interface Options {
  text?: string;
  path?: string;
  uid?: number;
}

/** Pipes the script into a shell, as users do, without a service manager. Returns what it wrote. */
async function run(args: string[], { text = script, path, uid }: Options = {}) {
  const place = args.includes('--system') ? [] : ['--user', '--background'];
  const child = spawn('sh', ['-s', '--', ...args, ...place], {
    env: { PATH: path ?? `${bin}:${process.env.PATH}`, HOME: home, COMMAND_LINES: join(folder, 'lines') },
    cwd: '/',
    uid,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  // A script that refuses its options ends before it has read everything.
  child.stdin.on('error', () => undefined).end(text);
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

const createKey = async () => (await installation.drover.enrolmentKeys.create({})).key;
const listFiles = async () =>
  (await readdir(home, { recursive: true, withFileTypes: true })).filter((entry) => !entry.isDirectory());
const readPid = () => readFile(join(home, '.drover-agent/agent.pid'), 'utf8');

/** Serves these texts by path. */
async function serve(texts: Record<string, string | Buffer>) {
  const server = createServer(({ url = '' }, response) => response.end(texts[url]));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

describe('install.sh', () => {
  it('connects the machine once, and removes everything', async () => {
    const { drover } = installation;
    const key = await createKey();
    const first = await run(['--key', key, '--name', 'cellar']);
    expect(first).toMatchObject({
      code: 0,
      output: expect.stringContaining('The agent is installed and running.'),
    });
    const online = await eventually(
      () => drover.devices.list({ name: 'cellar', online: true }),
      ({ count }) => count === 1,
    );
    const commandLines = await readFile(join(folder, 'lines'), 'utf8');
    expect(commandLines).toContain('checksums.txt');
    expect(commandLines).not.toContain(key);

    const { _id } = await drover.devscripts.create({ name: 'installed' });
    await drover.devscripts.uploadFiles(_id, { code: `console.log('from ' + hamibot.robotName);` });
    const { jobId } = await drover.devscripts.run(_id, { devices: online.items });
    await eventually(
      () => drover.runs.list({ jobId }),
      ({ items: [run] }) => run?.state === 'succeeded',
    );

    const pid = await readPid();
    const second = await run(['--key', key]);
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('running already.') });
    expect(await readPid()).toBe(pid);
    expect((await drover.devices.list()).count).toBe(1);

    expect(await run(['--uninstall'])).toMatchObject({ code: 0 });
    expect(await listFiles()).toEqual([]);
    await eventually(
      () => drover.devices.list({ name: 'cellar', online: true }),
      ({ count }) => count === 0,
    );
    expect((await run(['--uninstall'])).output).toBe('The Drover agent is not installed here.\n');

    expect(await run(['--key', key])).toEqual({
      code: 1,
      output:
        'The enrolment key is invalid, expired or used up. Create a new one.\n' +
        'The device could not be enrolled. Nothing was installed.\n',
    });
    expect(await listFiles()).toEqual([]);
  });

  it('says that the server is not reachable', async () => {
    const text = script.replaceAll(installation.url, `http://127.0.0.1:${await freePort()}`);
    const { code, output } = await run(['--key', 'K7MP4X'], { text });
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('could not be downloaded from http://127.0.0.1'),
    ]);
    expect(await listFiles()).toEqual([]);
  });

  it('refuses a download that does not match its checksum', async () => {
    const checksums = `${'0'.repeat(64)}  drover-agent.tgz\n`;
    const server = await serve({
      '/downloads/checksums.txt': checksums,
      '/downloads/drover-agent.tgz': 'changed',
    });
    const text = script.replaceAll(installation.url, server.url);
    const { code, output } = await run(['--key', 'K7MP4X'], { text });
    server.close();
    expect([code, output]).toEqual([1, expect.stringContaining('does not match its checksum')]);
    expect(await listFiles()).toEqual([]);
  });

  it('asks for the key', async () => {
    expect(await run([])).toEqual({
      code: 1,
      output: expect.stringContaining('The enrolment key is missing.'),
    });
  });

  describe('without Node', () => {
    const key = ['--key', 'K7MP4X'];
    let path: string;

    /** Makes the machine one of this system and processor. */
    const pretend = (kernel: string, processor: string) =>
      writeFile(join(path, 'uname'), `#!/bin/sh\n[ "$1" = -s ] && echo ${kernel} || echo ${processor}\n`, {
        mode: 0o755,
      });

    beforeAll(async () => {
      path = join(folder, 'without-node');
      await mkdir(path);
      const programs = ['sh', 'id', 'mktemp', 'grep', 'sed', 'cut', 'rm', 'rmdir', 'dirname', 'mkdir'];
      for (const name of [...programs, 'chmod', 'gzip', 'sha256sum']) {
        const target = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
        await symlink(target, join(path, name));
      }
      await symlink(join(bin, 'curl'), join(path, 'curl'));
    });
    afterEach(async () => expect(await listFiles()).toEqual([]));

    it('says that the server has no executable for this machine', async () => {
      await pretend('Linux', 'aarch64');
      const { code, output } = await run(key, { path });
      expect(code).toBe(1);
      expect(output).toContain(
        `${installation.url} has no executable of the agent for linux-arm64. Install Node`,
      );
      expect(output).toContain('npm install --global @drover/agent-linux-arm64');
    });

    it('says that there are no executables for this system', async () => {
      await pretend('FreeBSD', 'amd64');
      expect(await run(key, { path })).toEqual({
        code: 1,
        output: expect.stringContaining(
          'there is no executable of the agent for FreeBSD on amd64. Install Node',
        ),
      });
    });

    it('refuses an executable that does not match its checksum, or that does not run here', async () => {
      await pretend('Linux', 'x86_64');
      const content = gzipSync('not a program');
      const name = 'drover-agent-linux-x64.gz';
      for (const [sha256, problem] of [
        ['0'.repeat(64), 'does not match its checksum'],
        [createHash('sha256').update(content).digest('hex'), 'does not run on this system'],
      ] as const) {
        const checksums = `${'1'.repeat(64)}  drover-agent.tgz\n${sha256}  ${name}\n`;
        const server = await serve({
          '/downloads/checksums.txt': checksums,
          [`/downloads/${name}`]: content,
        });
        const text = script.replaceAll(installation.url, server.url);
        expect(await run(key, { text, path })).toEqual({ code: 1, output: expect.stringContaining(problem) });
        server.close();
      }
    });
  });

  it('does not install for the system without root', async () => {
    const uid = process.getuid?.() === 0 ? 65_534 : undefined;
    const refused = await run(['--key', 'K7MP4X', '--system'], { uid, path: process.env.PATH });
    expect(refused).toEqual({
      code: 1,
      output: expect.stringContaining('Installing for the system needs root.'),
    });
  });
});
