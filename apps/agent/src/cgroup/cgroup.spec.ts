import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent, findProcesses, TestAgent, waitUntil } from '../testing/test-agent';
import { TestServer, VALID_KEY } from '../testing/test-server';

/** Returns the folder of the cgroup v2 hierarchy if this user may create cgroups in it. */
function findHierarchy(): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const mount = /^\S+ \S+ \S+ \/ (\S+) [^\n]* - cgroup2 /m.exec(readFileSync('/proc/self/mountinfo', 'utf8'));
  const folder = mount?.[1];
  return folder && existsSync(join(folder, 'cgroup.procs')) ? folder : undefined;
}

const hierarchy = findHierarchy();
const controllers = hierarchy ? readFileSync(join(hierarchy, 'cgroup.controllers'), 'utf8') : '';
const inCgroup = hierarchy ? it : it.skip;
const needs = (controller: string) => (controllers.includes(controller) ? it : it.skip);
const missing = hierarchy
  ? ['memory', 'pids', 'cpu'].filter((name) => !controllers.includes(name))
  : ['cgroup v2, as root'];
if (missing.length > 0) {
  process.stderr.write(
    `*** SKIPPED: tests of cgroups. This machine does not offer: ${missing.join(', ')}. ***\n`,
  );
}

const built = buildAgent();
let folder: string;
let server: TestServer;
let agent: TestAgent;

beforeEach(async () => {
  server = await TestServer.start();
  folder = mkdtempSync(join(tmpdir(), 'drover-cgroup-'));
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  await agent.kill('SIGTERM');
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => built.remove());

/** A text in the command line of a daemon, and of no other process. */
const marker = () => `marker-${server.url}`;

async function connect(...args: string[]) {
  const env = { DROVER_ENROLMENT_KEY: VALID_KEY };
  agent = new TestAgent(built.program, ['--server', server.url, '--data', join(folder, 'data'), ...args], {
    env,
  });
  return server.find('hello');
}

/** Returns the cgroup of a run, wherever the agent has it. */
function findCgroup(runId: string): string | undefined {
  const path = readdirSync(hierarchy ?? '', { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith(`run-${runId}`),
  );
  return path === undefined ? undefined : join(hierarchy ?? '', path);
}

/** Script that leaves a process in another session, of another parent and without its environment. */
const daemonize = (marker: string) => `
  const loop = 'while :; do sleep 1; done';
  require('child_process').execFileSync('sh', ['-c', 'setsid env -i PATH="$PATH" sh -c "$1" $2 >/dev/null 2>&1 &', 'sh', loop, ${JSON.stringify(marker)}]);
  console.log('ready');`;

const keepRunning = 'setInterval(() => {}, 1000);';

describe.each(['none', 'auto'])('a run in a cgroup, with the isolation %s,', (isolation) => {
  inCgroup('leaves no process when it is stopped', async () => {
    const hello = await connect('--isolation', isolation);
    expect(hello).toMatchObject({ isolation: expect.stringContaining(', cgroup') });
    const run = server.run(daemonize(marker()) + keepRunning);
    await server.logged(run, 'ready');
    await waitUntil('the daemon is running', () => findProcesses(marker()).length > 0);
    expect(findCgroup(run.runId)).toBeDefined();
    server.send({ type: 'stop', runId: run.runId });
    expect(await server.finished(run)).toMatchObject({ state: 'stopped' });
    expect(findProcesses(marker())).toEqual([]);
    expect(findCgroup(run.runId)).toBeUndefined();
  });

  inCgroup('leaves no process when it has ended', async () => {
    await connect('--isolation', isolation);
    const run = server.run(daemonize(marker()));
    expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
    expect(findProcesses(marker())).toEqual([]);
  });

  needs('memory')('fails when all of its processes together need too much memory', async () => {
    await connect('--isolation', isolation, '--memory', '128');
    const run = server.run(`
      const code = 'const all = Buffer.alloc(90e6, 1); setInterval(() => all.length, 1000);';
      for (let i = 0; i < 4; i += 1) require('child_process').spawn(process.execPath, ['-e', code]);
      ${keepRunning}`);
    expect(await server.finished(run)).toMatchObject({
      state: 'failed',
      reason: 'out of memory: the run needed more than 128 MB',
    });
  });

  needs('cpu')('gets the processor time of --cpus', async () => {
    await connect('--isolation', isolation, '--cpus', '0.25');
    const run = server.run('console.log("ready"); for (;;);');
    await waitUntil('the run is throttled', () => {
      const cgroup = findCgroup(run.runId);
      if (!cgroup || !existsSync(join(cgroup, 'cpu.stat'))) return false;
      return /^nr_throttled [1-9]/m.test(readFileSync(join(cgroup, 'cpu.stat'), 'utf8'));
    });
    expect(readFileSync(join(findCgroup(run.runId) ?? '', 'cpu.max'), 'utf8')).toBe('25000 100000\n');
    server.send({ type: 'stop', runId: run.runId });
    expect(await server.finished(run)).toMatchObject({ state: 'stopped' });
  });

  needs('pids')('cannot start processes without bound', async () => {
    await connect('--isolation', isolation, '--processes', '64');
    const run = server.run(`
      const bomb = 'bomb() { bomb | bomb & }; bomb';
      require('child_process').spawn('sh', ['-c', bomb], { stdio: 'ignore' });
      ${keepRunning}`);
    const { state, reason = '' } = await server.finished(run);
    expect([state, reason.replace(/had \d+/, 'had n')]).toEqual([
      'failed',
      'too many processes: the run had n, the limit is 64',
    ]);
    expect(findCgroup(run.runId)).toBeUndefined();
  });
});

inCgroup('ends what an agent that was killed left running, without namespaces', async () => {
  await connect('--isolation', 'none');
  const run = server.run(daemonize(marker()) + keepRunning);
  await server.logged(run, 'ready');
  await waitUntil('the daemon is running', () => findProcesses(marker()).length > 0);
  await agent.kill('SIGKILL');
  await connect('--isolation', 'none');
  expect(await server.finished(run)).toMatchObject({ state: 'lost' });
  expect(findProcesses(marker())).toEqual([]);
});

const asRoot = process.getuid?.() === 0 ? it : it.skip;

asRoot('has no cgroups without a delegated one, which the agent says, and samples the limits', async () => {
  const [nobody, data] = [65_534, join(folder, 'data')];
  mkdirSync(data);
  chownSync(data, nobody, nobody);
  const args = ['--server', server.url, '--data', data, '--memory', '128', '--isolation', 'none'];
  agent = new TestAgent(built.program, args, {
    launcher: `setpriv --reuid=${nobody} --regid=${nobody} --clear-groups`,
    env: { DROVER_ENROLMENT_KEY: VALID_KEY },
  });
  expect(await server.find('hello')).toMatchObject({ isolation: 'none' });
  expect(agent.output).toContain('Runs have no cgroups: the cgroup of the agent is not delegated to it.');
  const run = server.run(`const all = Buffer.alloc(300e6, 1); setInterval(() => all.length, 1000);`);
  expect(await server.finished(run)).toMatchObject({
    state: 'failed',
    reason: 'out of memory: the run needed more than 128 MB',
  });
});
