import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent, findProcesses, TestAgent, waitUntil } from '../testing/test-agent';
import { TestServer, VALID_KEY } from '../testing/test-server';

/** Programs that a Linux without bubblewrap has. */
const plainPrograms = ['flock', 'sh', 'env', 'setsid', 'sleep', 'mount', 'prlimit'];
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const path = process.env.PATH ?? '';
const hasBubblewrap = path.split(':').some((folder) => existsSync(join(folder, 'bwrap')));
if (!hasBubblewrap)
  process.stderr.write('*** SKIPPED: the tests of bubblewrap need it (apt-get install bubblewrap). ***\n');

const methods = hasBubblewrap || process.env.CI ? ['bubblewrap', 'unshare'] : ['unshare'];
const users = isRoot ? ['root', 'nobody'] : ['this user'];

const built = buildAgent();
let folder: string;
let server: TestServer;
let agent: TestAgent;

beforeEach(async () => {
  server = await TestServer.start();
  folder = mkdtempSync(join(tmpdir(), 'drover-isolation-'));
  chmodSync(folder, 0o755);
});

afterEach(async () => {
  await agent.kill('SIGTERM');
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

afterAll(() => built.remove());

const dataFolder = () => join(folder, 'data');

/** Creates a folder with these programs only, to use as PATH. */
function installOnly(programs: string[]): string {
  const target = join(folder, 'bin');
  mkdirSync(target);
  for (const program of programs) {
    const source = path.split(':').find((candidate) => existsSync(join(candidate, program)));
    if (source) symlinkSync(join(source, program), join(target, program));
  }
  return target;
}

interface StartOptions {
  method?: string;
  user?: string;
  args?: string[];
  before?: string;
}

function start({ method = 'bubblewrap', user = 'root', args = [], before }: StartOptions = {}): TestAgent {
  mkdirSync(dataFolder());
  if (user === 'nobody') chownSync(dataFolder(), nobody, nobody);
  const launcher =
    user === 'nobody' ? `${findSetpriv()} --reuid=${nobody} --regid=${nobody} --clear-groups` : '';
  const programs = method === 'unshare' ? [...plainPrograms, 'unshare'] : plainPrograms;
  const env = {
    DROVER_ENROLMENT_KEY: VALID_KEY,
    ...(method !== 'bubblewrap' && { PATH: installOnly(programs) }),
  };
  const options = ['--server', server.url, '--data', dataFolder(), ...args];
  agent = new TestAgent(built.program, options, { launcher, env, before });
  return agent;
}

const findSetpriv = () =>
  path
    .split(':')
    .map((candidate) => join(candidate, 'setpriv'))
    .find((file) => existsSync(file));

async function connect(options?: StartOptions): Promise<void> {
  start(options);
  await Promise.race([
    server.find('hello'),
    agent.exited.then(() => {
      throw new Error(agent.output);
    }),
  ]);
}

/** Script that logs what it can read of the agent, as JSON. */
const spy = (agentPid: number) => `
  const fs = require('fs');
  const data = ${JSON.stringify(dataFolder())};
  const found = [];
  const read = (file) => { try { if (fs.readFileSync(file, 'utf8')) found.push(file); } catch {} };
  for (const name of ['credential.json', 'state/journal.jsonl']) read(data + '/' + name);
  for (const name of ['state/outbox', 'code']) {
    try { for (const file of fs.readdirSync(data + '/' + name)) found.push(name + '/' + file); } catch {}
  }
  read('/proc/${agentPid}/environ');
  for (const pid of fs.readdirSync('/proc').filter(Number)) {
    try { if (fs.readFileSync('/proc/' + pid + '/environ', 'utf8').includes('AGENT_SECRET')) found.push(pid); } catch {}
  }
  for (const name of Object.keys(process.env)) if (/SECRET|KEY|TOKEN|DROVER_(?!RUN_ID)/.test(name)) found.push(name);
  console.log(JSON.stringify(found));`;

/** Script that leaves a process which belongs to no one: another session, another parent, another environment. */
const daemonize = (marker: string) => `
  const loop = 'while :; do sleep 1; done';
  require('child_process').execFileSync('sh', ['-c', 'setsid env -i PATH="$PATH" sh -c "$1" $2 >/dev/null 2>&1 &', 'sh', loop, ${JSON.stringify(marker)}]);
  console.log('ready');
  setInterval(() => {}, 1000);`;

describe.each(methods)('a script in %s', (method) => {
  describe.each(users)('of %s', (user) => {
    it('reads neither the credential nor the journal, the code, the environment or the processes of the agent', async () => {
      await connect({ method, user });
      expect(agent.output).toContain(`Isolation of scripts: ${method}.`);
      const run = server.run(spy(agent.pid ?? 0));
      expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
      expect(server.texts(run)).toEqual(['[]']);
    });

    it('loses its daemons when it is stopped', async () => {
      await connect({ method, user });
      const run = server.run(daemonize(`marker-${server.url}`));
      await server.logged(run, 'ready');
      await waitUntil('the daemon is running', () => findProcesses(`marker-${server.url}`).length > 0);
      server.send({ type: 'stop', runId: run.runId });
      expect(await server.finished(run)).toMatchObject({ state: 'stopped' });
      await waitUntil('the daemon has ended', () => findProcesses(`marker-${server.url}`).length === 0);
    });

    it('fails with 641 MB of buffers and --memory 128', async () => {
      await connect({ method, user, args: ['--memory', '128'] });
      const run = server.run(
        'const all = []; for (let i = 0; i < 641; i += 1) { all.push(Buffer.alloc(1024 * 1024, 1)); sleep(2); } sleep(2000);',
      );
      const { state, reason } = await server.finished(run);
      expect([state, reason]).toEqual(['failed', 'out of memory: the run needed more than 128 MB']);
    });

    it('fails with too many processes', async () => {
      await connect({ method, user, args: ['--processes', '40'] });
      const run = server.run(
        "for (let i = 0; i < 80; i += 1) require('child_process').spawn('sleep', ['60']); sleep(60000);",
      );
      const { state, reason = '' } = await server.finished(run);
      expect([state, reason.replace(/had \d+/, 'had n')]).toEqual([
        'failed',
        'too many processes: the run had n, the limit is 40',
      ]);
      expect(findProcesses(run.runId)).toEqual([]);
    });

    it('fails when its folder grows too large', async () => {
      await connect({ method, user, args: ['--disk', '20'] });
      const run = server.run(
        "for (let i = 0; i < 40; i += 1) require('fs').writeFileSync('file' + i, Buffer.alloc(1e6)); sleep(60000);",
      );
      const { state, reason } = await server.finished(run);
      expect([state, reason]).toEqual([
        'failed',
        'out of disk space: the run wrote more than 20 MB to its folder',
      ]);
    });

    it('fails when a file grows too large', async () => {
      await connect({ method, user, args: ['--disk', '1'] });
      const run = server.run("require('fs').writeFileSync('file', Buffer.alloc(3e6)); sleep(60000);");
      expect(await server.finished(run)).toMatchObject({
        state: 'failed',
        reason: expect.stringMatching(/out of disk space|EFBIG/),
      });
    });

    it('reaches the network, writes to its folder and lets child processes end on SIGTERM', async () => {
      await connect({ method, user });
      const run = server.run(`
        const { writeFileSync, readFileSync } = require('fs');
        writeFileSync('own', 'own'); writeFileSync(require('os').tmpdir() + '/temporary', '');
        console.log(readFileSync('own', 'utf8'));
        process.on('SIGTERM', () => {});
        require('child_process').spawn('sh', ['-c', 'exec 2>/dev/null; trap "sleep 0.3; echo ended politely; exit" TERM; echo child; while :; do sleep 0.1; done'], { stdio: 'inherit' });
        fetch('${server.url}').then((response) => { console.log(response.status); setTimeout(() => process.exit(0), 500); });
      `);
      expect(await server.finished(run)).toMatchObject({ state: 'succeeded', exitCode: 0 });
      expect(server.texts(run).sort()).toEqual(['401', 'child', 'ended politely', 'own']);
    });
  });
});

const inBubblewrap = methods.includes('bubblewrap') ? it : it.skip;

inBubblewrap(
  'keeps the system and the home folder read-only in bubblewrap, except folders that are writable',
  async () => {
    const shared = join(folder, 'shared');
    mkdirSync(shared);
    await connect({ args: ['--writable', shared] });
    const run = server.run(`
    const { writeFileSync } = require('fs');
    for (const folder of ['/', '/usr', '/run', '/dev', require('os').userInfo().homedir, ${JSON.stringify(shared)}]) {
      try { writeFileSync(folder + '/drover-probe', ''); console.log(folder); } catch {}
    }`);
    expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
    expect(server.texts(run)).toEqual([shared]);
  },
);

describe('a system without isolation', () => {
  it('runs scripts and says so', async () => {
    await connect({ method: 'none' });
    expect(agent.output).toMatch(
      /Isolation of scripts: none\..* Reason: bubblewrap: not installed; unshare: not installed\./,
    );
    expect(await server.finished(server.run('1'))).toMatchObject({ state: 'succeeded' });
  });

  it('such as a container without user namespaces, runs scripts and says so', async () => {
    const launcher = `unshare --user --map-root-user sh -c 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$0" "$@"'`;
    mkdirSync(dataFolder());
    const args = ['--server', server.url, '--data', dataFolder(), '--key', VALID_KEY];
    agent = new TestAgent(built.program, args, { launcher });
    await server.find('hello');
    expect(agent.output).toMatch(/Isolation of scripts: none\..* Reason: bubblewrap: .+; unshare: .+/);
    expect(await server.finished(server.run('1'))).toMatchObject({ state: 'succeeded' });
  });

  it('bounds memory and processes all the same', async () => {
    await connect({ method: 'none', args: ['--memory', '128', '--processes', '40'] });
    const memory = server.run(
      'const all = []; for (let i = 0; i < 641; i += 1) { all.push(Buffer.alloc(1024 * 1024, 1)); sleep(2); } sleep(2000);',
    );
    const processes = server.run(
      "for (let i = 0; i < 80; i += 1) require('child_process').spawn('sleep', ['60']); sleep(60000);",
    );
    expect(await server.finished(memory)).toMatchObject({
      state: 'failed',
      reason: 'out of memory: the run needed more than 128 MB',
    });
    expect(await server.finished(processes)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('too many processes'),
    });
    expect(findProcesses(processes.runId)).toEqual([]);
  });

  it('refuses to start with --isolation required, and keeps the enrolment key', async () => {
    start({ method: 'none', args: ['--isolation', 'required'] });
    expect(await agent.exited).toBe(1);
    expect(agent.output).toContain(
      'This system offers no isolation for scripts (bubblewrap: not installed; unshare: not installed).',
    );
    expect(server.tokens.size).toBe(0);
  });

  it('is what --isolation none chooses', async () => {
    await connect({ args: ['--isolation', 'none'] });
    expect(agent.output).toContain('Isolation of scripts: none.');
  });
});
