import { AGENT_VERSION } from '@drover/contract/app-version';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  type Dirent,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent, findProcesses, waitUntil, TestAgent } from './testing/test-agent';
import { VALID_KEY, newId, TestServer } from './testing/test-server';

const built = buildAgent();
let server: TestServer;
let data: string;
/** A folder that scripts may write to. */
let shared: string;
let agents: TestAgent[] = [];

beforeEach(async () => {
  server = await TestServer.start();
  data = mkdtempSync(join(tmpdir(), 'drover-agent-data-'));
  shared = mkdtempSync(join(tmpdir(), 'drover-agent-shared-'));
});

afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.kill('SIGTERM')));
  agents = [];
  await server.close();
  for (const folder of [data, shared]) rmSync(folder, { recursive: true, force: true });
});

afterAll(() => built.remove());

function start(...more: string[]): TestAgent {
  const agent = new TestAgent(built.program, [
    '--server',
    server.url,
    '--key',
    VALID_KEY,
    '--data',
    data,
    '--writable',
    shared,
    ...more,
  ]);
  agents.push(agent);
  return agent;
}

/** Starts an agent and waits until it is connected. */
async function connect(...more: string[]): Promise<TestAgent> {
  const from = server.frames.length;
  const agent = start(...more);
  await server.find('hello', () => true, from);
  return agent;
}

describe('enrolment', () => {
  it('stores the credential for its owner only and needs no key on the next start', async () => {
    const agent = await connect('--name', 'Lab');
    expect(statSync(join(data, 'credential.json')).mode & 0o777).toBe(0o600);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(JSON.parse(readFileSync(join(data, 'credential.json'), 'utf8'))).toMatchObject({ name: 'Lab' });
    await agent.kill('SIGTERM');

    const from = server.frames.length;
    agents.push(new TestAgent(built.program, ['--data', data]));
    const hello = await server.find('hello', () => true, from);
    expect(hello).toMatchObject({
      protocol: 1,
      appVersion: AGENT_VERSION,
      platform: process.platform,
      engine: 'node',
      runs: [],
    });
  });

  it('prints the error of the server for an invalid key', async () => {
    const agent = new TestAgent(built.program, ['--server', server.url, '--key', 'WRONG2', '--data', data]);
    expect(await agent.exited).toBe(1);
    expect(agent.output).toBe('There is no such key.\n');
  });

  it('names the missing options on the first start', async () => {
    const agent = new TestAgent(built.program, ['--data', data]);
    expect(await agent.exited).toBe(1);
    expect(agent.output).toContain('not enrolled yet');
  });

  it('refuses a second agent on the same folder and names the process of the first', async () => {
    await connect();
    const second = new TestAgent(built.program, ['--data', data]);
    expect(await second.exited).toBe(1);
    expect(second.output).toMatch(/Another agent \(process \d+\) uses/);
  });

  it('deletes a credential that the server rejects', async () => {
    const agent = await connect();
    server.tokens.clear();
    server.dropLinks();
    expect(await agent.exited).toBe(3);
    expect(agent.output).toContain('enrol again');
    expect(existsSync(join(data, 'credential.json'))).toBe(false);
  });

  it('exits when another agent takes over', async () => {
    const agent = await connect();
    server.closeLinks(4409);
    expect(await agent.exited).toBe(4);
    expect(existsSync(join(data, 'credential.json'))).toBe(true);
  });
});

describe('running a script', () => {
  it('passes variables, sends log lines and reports success', async () => {
    await connect();
    const code = [
      "console.log('你好', hamibot.env.city, hamibot.env.missing);",
      "console.warn('careful %d', 7); console.error('bad'); console.debug('fine'); console.verbose('all');",
      "log('as log'); toastLog('as toast');",
      "process.stdout.write('raw line\\r\\nhalf a'); process.stdout.write(' line\\n');",
      'console.log(drover === hamibot, hamibot.robotName, hamibot.scriptName, JSON.stringify(hamibot.plan));',
      'console.log(Object.isFrozen(hamibot.env), process.env.AGENT_SECRET);',
      "console.log(require('node:path').basename('/a/b'));",
      'sleep(5); const sleep2 = 1; exports.x = 1;',
    ].join('\n');
    const run = server.run(code, { env: { city: '上海' } });
    const finished = await server.finished(run);
    expect(finished).toMatchObject({ state: 'succeeded', exitCode: 0 });
    expect(finished.startedAt).toBeLessThanOrEqual(finished.at);
    expect(server.framesOf(run).map((frame) => frame.type)).toEqual(
      expect.arrayContaining(['accepted', 'started', 'log', 'finished']),
    );
    expect(
      server
        .framesOf(run)
        .slice(0, 2)
        .map((frame) => frame.type),
    ).toEqual(['accepted', 'started']);
    expect(server.lines(run).map(({ level, text }) => [level, text])).toEqual([
      ['info', '你好 上海 undefined'],
      ['warn', 'careful 7'],
      ['error', 'bad'],
      ['debug', 'fine'],
      ['verbose', 'all'],
      ['info', 'as log'],
      ['info', 'as toast'],
      ['info', 'raw line'],
      ['info', 'half a line'],
      ['info', 'true R2 hello {"name":"免费","model":"free","onFreeTrial":false}'],
      ['info', 'true undefined'],
      ['info', 'b'],
    ]);
    expect(server.lines(run).map((line) => line.seq)).toEqual(server.lines(run).map((_, i) => i + 1));
    await waitUntil('the work folder is deleted', () => readdirSync(join(data, 'work')).length === 0);
  });

  it('allows scripts to redeclare globals and to start with a directive', async () => {
    await connect();
    const code =
      '"ui";\nconst sleep = (ms) => ms; let log = 1; var console2 = console;\nconsole2.log(sleep(3), log);';
    const run = server.run(code);
    expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
    expect(server.texts(run)).toEqual(['3 1']);
  });

  it.each([
    ['an exception', 'const a = 1;\n\n  a.b.c();', "TypeError: Cannot read properties of undefined (reading 'c') (hello.js:3:7)"],
    ['a rejected promise', 'Promise.resolve().then(() => {\n  null.x;\n});', "TypeError: Cannot read properties of null (reading 'x') (hello.js:2:8)"],
    ['an exception in a timer', 'setTimeout(() => {\n missing(); }, 1);', 'ReferenceError: missing is not defined (hello.js:2:2)'],
    ['a syntax error', 'let a = 1;\nlet b = ;\n', "SyntaxError: Unexpected token ';' (hello.js:2:9)"],
    ['a thrown string', "throw 'no';", "Uncaught 'no'"],
    ['an unknown module', "require('./other');", "Error: Cannot find module './other': scripts are single files and can only require Node's built-in modules (hello.js:1:1)"],
  ])('reports the location of %s', async (_name, code, reason) => {
    await connect();
    const run = server.run(code);
    expect(await server.finished(run)).toMatchObject({ state: 'failed', reason });
    const [stack] = server.lines(run);
    expect(stack.level).toBe('error');
    expect(stack.text).not.toMatch(/script-child|node:internal/);
  }); // prettier-ignore

  it('reports the exit code and the last log line', async () => {
    await connect();
    const run = server.run("console.log('last'); process.exit(3);");
    expect(await server.finished(run)).toMatchObject({ state: 'failed', exitCode: 3, reason: 'exit code 3' });
    expect(server.texts(run)).toEqual(['last']);
    const polite = server.run("console.log('bye'); hamibot.exit(); console.log('never');");
    expect(await server.finished(polite)).toMatchObject({ state: 'succeeded', exitCode: 0 });
    expect(server.texts(polite)).toEqual(['bye']);
  });

  it('reports the signal that killed the script', async () => {
    await connect();
    const run = server.run("process.kill(process.pid, 'SIGKILL'); sleep(10000);");
    expect(await server.finished(run)).toMatchObject({ state: 'failed', signal: 'SIGKILL' });
  });

  it('reports when the script runs out of memory', async () => {
    await connect('--memory', '32');
    const run = server.run('const all = []; for (;;) all.push({ a: new Array(100).fill(all.length) });');
    const { state, reason } = await server.finished(run);
    expect([state, reason]).toEqual(['failed', 'out of memory: the script needed more than 32 MB']);
  });

  it('sends messages without attachments that are too large', async () => {
    await connect();
    const run = server.run(`
      hamibot.postMessage({ a: 1 });
      hamibot.postMessage('两', { telemetry: true, data: { title: 'T', attachments: [
        { type: 'text', data: 'x' }, { type: 'image', data: 'y'.repeat(2000000) }, { type: 'video', data: '' } ] } });
    `);
    await server.finished(run);
    const posted = server.framesOf(run).filter((frame) => frame.type === 'posted');
    expect(posted).toMatchObject([
      { text: '{"a":1}' },
      { text: '两', isTelemetry: true, title: 'T', attachments: [{ type: 'text', data: 'x' }] },
    ]);
    expect(server.lines(run).map((line) => line.level)).toEqual(['warn', 'warn']);
  });

  it('replaces characters that a database cannot store', async () => {
    await connect();
    const run = server.run(`
      Date.now = () => 'never';
      console.log('a\\0b\\ud800c');
      hamibot.postMessage('d\\0', { data: { attachments: [{ type: 'json', data: { 'k\\0': ['v\\0'] } }] } });
      throw new Error('e\\0'.repeat(5000));
    `);
    const { reason = '' } = await server.finished(run);
    expect(server.texts(run)[0]).toBe('a\uFFFDb\uFFFDc');
    const [posted] = server.framesOf(run).filter((frame) => frame.type === 'posted');
    expect(posted).toMatchObject({ text: 'd\uFFFD', attachments: [{ data: { 'k\uFFFD': ['v\uFFFD'] } }] });
    expect(reason).toMatch(/^Error: e\uFFFDe\uFFFD/);
    expect(reason).not.toContain('\0');
  });

  it('sends log lines while the script blocks', async () => {
    await connect();
    const run = server.run("console.log('before'); sleep(60000);");
    await server.logged(run, 'before');
    server.send({ type: 'stop', runId: run.runId, reason: 'enough' });
    expect(await server.finished(run)).toMatchObject({ state: 'stopped', reason: 'enough' });
  });

  it('sends the output of child processes', async () => {
    await connect();
    const run = server.run(
      "require('child_process').spawn('sh', ['-c', 'printf 你; sleep 0.1; echo 好; echo oops >&2'], { stdio: 'inherit' });",
    );
    await server.finished(run);
    expect(server.lines(run).map(({ level, text }) => [level, text])).toEqual([
      ['info', '你好'],
      ['error', 'oops'],
    ]);
  });

  it('sends 100,000 lines in order', async () => {
    await connect();
    const run = server.run('for (let i = 0; i < 100000; i += 1) console.log(i);');
    await server.finished(run);
    const lines = server.lines(run);
    expect(lines).toHaveLength(100_000);
    expect(lines.every((line, i) => line.text === String(i) && line.seq === i + 1)).toBe(true);
  });

  it('cuts the log at 10 MB and lines at 32 kB', async () => {
    const agent = await connect();
    const run = server.run(
      "console.log('好'.repeat(1e6)); process.stdout.write('y'.repeat(5e6) + '\\n');" +
        "const line = 'x'.repeat(1000); for (let i = 0; i < 40000; i += 1) console.log(line); console.log('\\ud800\\0');",
    );
    expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
    const lines = server.lines(run);
    const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line.text) + 64, 0);
    expect(bytes).toBeGreaterThan(10 * 1024 * 1024 - 20_000);
    expect(bytes).toBeLessThanOrEqual(10 * 1024 * 1024);
    expect(lines.at(-1)).toMatchObject({ level: 'warn', text: expect.stringContaining('log cut at 10 MB') });
    for (const line of lines.slice(0, 2)) {
      expect(Buffer.byteLength(line.text)).toBeLessThanOrEqual(32 * 1024);
      expect(line.text).toContain('cut at 32 kB');
    }
    expect(agent.output).not.toContain('Error');
  });

  it('stops a script that exceeds its timeout', async () => {
    await connect();
    const run = server.run('for (;;);', { timeoutMs: 300 });
    expect(await server.finished(run)).toMatchObject({ state: 'timed_out', reason: 'ran longer than 0.3 s' });
  });
});

describe('stopping a run', () => {
  it('kills a process tree that ignores SIGTERM within six seconds', async () => {
    await connect();
    const run = server.run(`
      const { spawn } = require('child_process');
      const stubborn = "process.on('SIGTERM', () => {}); console.log('pid', process.pid); setInterval(() => {}, 1000)";
      spawn(process.execPath, ['-e', stubborn], { stdio: 'inherit' });
      spawn(process.execPath, ['-e', stubborn], { stdio: 'inherit', detached: true });
      process.on('SIGTERM', () => {});
      console.log('pid', process.pid);
      setTimeout(() => { for (;;); }, 500);
    `);
    await waitUntil('three processes are running', () => server.texts(run).length === 3);
    const startedAt = performance.now();
    server.send({ type: 'stop', runId: run.runId });
    expect(await server.finished(run)).toMatchObject({ state: 'stopped', signal: 'SIGKILL' });
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    expect(findProcesses(run.runId)).toEqual([]);
  });

  it('ends processes that a finished script left running', async () => {
    await connect();
    const run = server.run(`
      const child = require('child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
      child.unref(); console.log(child.pid);
    `);
    expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
    expect(findProcesses(run.runId)).toEqual([]);
  });

  it('cancels waiting runs and unknown runs', async () => {
    await connect('--max-runs', '1');
    const first = server.run('sleep(60000)');
    await server.started(first);
    const second = server.run('1');
    await server.find('accepted', (frame) => frame.runId === second.runId);
    server.send({ type: 'stop', runId: second.runId });
    expect(await server.finished(second)).toMatchObject({ state: 'canceled' });
    const unknown = { runId: newId() };
    server.send({ type: 'stop', ...unknown });
    expect(await server.finished(unknown)).toMatchObject({ state: 'canceled' });
  });

  it('stops running scripts when the agent stops', async () => {
    const agent = await connect();
    const run = server.run('console.log(process.pid); for (;;);');
    await waitUntil('the script is running', () => server.texts(run).length === 1);
    expect(await agent.kill('SIGTERM')).toBe(0);
    expect(await server.finished(run)).toMatchObject({ state: 'stopped', reason: 'the agent was stopped' });
    expect(findProcesses(run.runId)).toEqual([]);
    expect(existsSync(join(data, 'agent.pid'))).toBe(false);
  });

  it('stops all runs and deletes the credential when the device is removed', async () => {
    const agent = await connect();
    const run = server.run('console.log(process.pid); for (;;);');
    await waitUntil('the script is running', () => server.texts(run).length === 1);
    server.send({ type: 'forget' });
    expect(await agent.exited).toBe(0);
    expect(findProcesses(run.runId)).toEqual([]);
    expect(readdirSync(data)).not.toContain('credential.json');
    expect(readdirSync(data)).not.toContain('state');
  });
});

describe('starting a run at most once', () => {
  it('starts a run once when its order arrives three times', async () => {
    await connect();
    const file = join(shared, 'effects');
    const run = server.run(`require('fs').appendFileSync(${JSON.stringify(file)}, 'x'); sleep(200);`);
    server.send(run);
    await server.started(run);
    server.send(run);
    const { n } = await server.finished(run);
    server.send(run);
    await server.find('finished', (frame) => frame.runId === run.runId && frame.n > n);
    expect(readFileSync(file, 'utf8')).toBe('x');
  });

  it.each(['auto', 'none'])(
    'reports a run as lost after kill -9, ends its processes and does not start it again, with --isolation %s',
    async (mode) => {
      const file = join(shared, 'effects');
      const agent = await connect('--isolation', mode);
      const run = server.run(`
      require('fs').appendFileSync(${JSON.stringify(file)}, 'x');
      const child = require('child_process').spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
      console.log(process.pid); console.log(child.pid); sleep(600000);
    `);
      await waitUntil('the script is running', () => server.texts(run).length === 2);
      await agent.kill('SIGKILL');
      if (mode === 'none') expect(findProcesses(run.runId)).toHaveLength(2);

      await connect();
      expect(await server.finished(run)).toMatchObject({ state: 'lost' });
      expect(findProcesses(run.runId)).toEqual([]);
      const from = server.frames.length;
      server.send(run);
      await server.find('finished', (frame) => frame.runId === run.runId, from);
      expect(readFileSync(file, 'utf8')).toBe('x');
    },
  );

  it('starts waiting runs after kill -9', async () => {
    const agent = await connect('--max-runs', '1');
    const first = server.run('console.log(process.pid); sleep(600000)');
    const second = server.run("console.log('my turn')");
    await server.find('accepted', (frame) => frame.runId === second.runId);
    await server.started(first);
    await agent.kill('SIGKILL');
    await connect('--max-runs', '1');
    expect(await server.finished(first)).toMatchObject({ state: 'lost' });
    expect(await server.finished(second)).toMatchObject({ state: 'succeeded' });
    expect(server.texts(second)).toEqual(['my turn']);
  });

  it('runs the same script sequentially and different scripts in parallel', async () => {
    await connect();
    const scriptId = newId();
    const first = server.run('sleep(400)', { scriptId });
    const second = server.run('1', { scriptId });
    const other = server.run('1');
    await Promise.all([first, second, other].map((run) => server.finished(run)));
    const order = server.frames.flatMap((frame) =>
      frame.type === 'started' || frame.type === 'finished' ? [`${frame.type} ${frame.runId}`] : [],
    );
    const at = (what: string, run: typeof first) => order.indexOf(`${what} ${run.runId}`);
    expect(at('finished', first)).toBeLessThan(at('started', second));
    expect(at('finished', other)).toBeLessThan(at('finished', first));
  });

  it('rejects a run that cannot be written to the journal', async () => {
    await (await connect()).kill('SIGTERM');
    const from = server.frames.length;
    // Limits files of this process to a few kilobytes, which simulates a full disk.
    agents.push(new TestAgent(built.program, ['--data', data], { before: 'ulimit -f 8' }));
    await server.find('hello', () => true, from);
    const refused = server.run("console.log('never')", { env: { much: 'x'.repeat(20_000) } });
    const { state, reason } = await server.finished(refused);
    expect([state, reason]).toEqual([
      'rejected',
      'the device could not store the run: EFBIG: file too large, write',
    ]);
    const next = server.run("console.log('small')");
    expect(await server.finished(next)).toMatchObject({ state: 'succeeded' });
    expect([server.texts(refused), server.texts(next)]).toEqual([[], ['small']]);
  });

  it('rejects code that does not match its hash', async () => {
    await connect();
    const run = server.run('1', { sha256: '0'.repeat(64) });
    expect(await server.finished(run)).toMatchObject({ state: 'rejected' });
  });
});

describe('the device link', () => {
  it('sends the result and the complete log after a reconnect', async () => {
    await connect();
    const run = server.run(
      "console.log('begin'); sleep(300); for (let i = 0; i < 5000; i += 1) console.log(i); console.log('end');",
    );
    await server.logged(run, 'begin');
    server.isAcknowledging = false;
    server.dropLinks();
    const from = server.frames.length;
    const hello = await server.find('hello', () => true, from);
    server.isAcknowledging = true;
    expect(hello.runs).toEqual([run.runId]);
    expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
    expect(server.texts(run)).toEqual(['begin', ...Array.from({ length: 5000 }, (_, i) => String(i)), 'end']);
  });

  it('sends unacknowledged frames again after kill -9', async () => {
    const agent = await connect();
    server.isAcknowledging = false;
    const run = server.run("console.log('kept')");
    const { n } = await server.finished(run);
    await agent.kill('SIGKILL');
    const from = server.frames.length;
    server.isAcknowledging = true;
    const next = await connect();
    await server.find('finished', (frame) => frame.n === n, from);
    expect(server.texts(run)).toEqual(['kept']);
    await waitUntil('the outbox is empty', () =>
      readdirSync(join(data, 'state/outbox')).every((name) => {
        // The agent may delete the file meanwhile.
        const file = statSync(join(data, 'state/outbox', name), { throwIfNoEntry: false });
        return (file?.size ?? 0) === 0;
      }),
    );
    await next.kill('SIGKILL');
    await connect();
    const later = server.run('1');
    expect((await server.finished(later)).n).toBeGreaterThan(n);
  });

  it('sends at most 64 frames without acknowledgement', async () => {
    await connect();
    server.isAcknowledging = false;
    const from = server.frames.length;
    const run = server.run("for (let i = 0; i < 200; i += 1) hamibot.postMessage('p' + i);");
    await waitUntil('64 frames have arrived', () => server.frames.length - from === 64);
    server.isAcknowledging = true;
    server.send({ type: 'ack', n: 32 });
    expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
    expect(server.framesOf(run).filter((frame) => frame.type === 'posted')).toHaveLength(200);
  });

  it('reconnects after two missed heartbeats', async () => {
    server.heartbeatMs = 100;
    await connect();
    const from = server.frames.length;
    await server.find('hello', () => true, from);
  });

  it('fetches code once and caches it by its hash', async () => {
    await connect();
    const code = "console.log('fetched')";
    const sha256 = createHash('sha256').update(code).digest('hex');
    server.code.set(sha256, code);
    const runs = [1, 2, 3].map(() => server.run(code, { code: undefined }));
    for (const run of runs) expect(await server.finished(run)).toMatchObject({ state: 'succeeded' });
    expect(runs.map((run) => server.texts(run))).toEqual([['fetched'], ['fetched'], ['fetched']]);
    expect(server.codeFetches).toBe(1);
    const gone = server.run('gone', { code: undefined });
    expect(await server.finished(gone)).toMatchObject({ state: 'rejected' });
  });

  it('shows a repeated message once and confirms each', async () => {
    const agent = await connect();
    const messageId = newId();
    server.send({ type: 'message', messageId, title: 'Hi', text: 'there' });
    server.send({ type: 'message', messageId, title: 'Hi', text: 'there' });
    const { n } = await server.find('received');
    await server.find('received', (frame) => frame.n > n);
    expect(agent.output.match(/Message: Hi: there/g)).toHaveLength(1);
  });
});

describe('a data folder of the version before the shared library', () => {
  const fixture = join(__dirname, 'testing/fixtures/data-of-2.0.0');
  /** Runs that the old agent had settled, ended without acknowledgement, left running and left waiting. */
  const [settled, ended, interrupted, waiting] = ['1', '2', '3', '4'].map((digit) => ({
    runId: digit.repeat(24),
  }));

  it('sends its frames under their numbers, reports the interrupted run and starts the waiting one', async () => {
    cpSync(fixture, data, { recursive: true });
    const credential = { server: server.url, deviceId: newId(), name: 'vm', token: 'hmd_old' };
    server.tokens.add(credential.token);
    writeFileSync(join(data, 'credential.json'), JSON.stringify(credential));
    agents.push(new TestAgent(built.program, ['--data', data]));

    expect((await server.find('hello')).runs).toEqual(
      expect.arrayContaining([ended.runId, interrupted.runId, waiting.runId]),
    );
    expect(await server.finished(ended)).toMatchObject({ n: 8, state: 'succeeded', at: 1795338022416 });
    expect(server.framesOf(ended).map((frame) => 'n' in frame && frame.n)).toEqual([5, 6, 7, 8]);
    expect(server.texts(ended)).toEqual(['written before the upgrade']);
    const lost = await server.finished(interrupted);
    expect(lost).toMatchObject({ state: 'lost', startedAt: 1795338022557 });
    expect(lost.n).toBeGreaterThan(12);
    expect(await server.finished(waiting)).toMatchObject({ state: 'succeeded' });
    expect(server.texts(waiting)).toEqual(['8']);

    const repeated = { ...server.run('', settled), ...settled };
    expect(await server.finished(repeated)).toMatchObject({ state: 'succeeded', at: 1795338021611 });
    expect(server.framesOf(settled).map((frame) => frame.type)).toEqual(['finished']);
  });
});

describe('simulate', () => {
  it('connects 50 devices that run, log their variables and reconnect with saved credentials', async () => {
    const args = ['simulate', '--server', server.url, '--key', VALID_KEY, '--count', '50', '--lines', '2'];
    const first = new TestAgent(built.program, [...args, '--run-ms', '10', '--data', data]);
    agents.push(first);
    await waitUntil('50 devices are connected', () => server.linkCount === 50);
    const run = server.run('1', { env: { city: '上海' } });
    await waitUntil(
      '50 runs have finished',
      () => server.frames.filter((f) => f.type === 'finished').length === 50,
    );
    expect(
      server.frames.filter((f) => f.type === 'log').map((f) => f.lines.map((line) => line.text)),
    ).toEqual(Array.from({ length: 50 }, () => ['{"city":"上海"}', expect.stringMatching(/^step 2: /)]));
    expect(run.runId).toBeDefined();
    await waitUntil('the summary is printed', () =>
      first.output.includes('connected 50/50, started 50, finished 50, lines 100'),
    );
    await first.kill('SIGTERM');
    const enrolled = server.tokens.size;
    agents.push(new TestAgent(built.program, [...args, '--data', data]));
    await waitUntil('50 devices are connected again', () => server.linkCount === 50);
    expect(server.tokens.size).toBe(enrolled);
  });
});

describe('an environment with secrets', () => {
  const secret = 'hunter22 on the disk';

  /** Returns the files of the data folder that contain the secret. Outbox files are deleted once acknowledged. */
  const filesWithSecret = () => filesBelow(data).filter((path) => contentOf(path).includes(secret));

  /** The agent may delete a folder meanwhile, such as that of a run that ended. */
  function filesBelow(folder: string): string[] {
    let entries: Dirent[] = [];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return entries.flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
    });
  }

  function contentOf(path: string): string {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return '';
    }
  }

  it('is stored while the run waits, also after kill -9, and deleted when the script starts', async () => {
    const agent = await connect('--max-runs', '1');
    const busy = server.run('setInterval(() => {}, 1000)');
    await server.started(busy);
    const code = 'console.log(hamibot.env.password.length); setInterval(() => {}, 1000)';
    const run = server.run(code, { env: { password: secret }, hasSecrets: true });
    await server.find('accepted', ({ runId }) => runId === run.runId);
    const file = join(data, 'state/env', run.runId);
    expect(filesWithSecret()).toEqual([file]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await agent.kill('SIGKILL');

    await connect('--max-runs', '1');
    await server.logged(run, String(secret.length));
    await waitUntil('no file contains the secret', () => filesWithSecret().length === 0);
    server.send({ type: 'stop', runId: run.runId });
    expect(await server.finished(run)).toMatchObject({ state: 'stopped' });
    expect(filesWithSecret()).toEqual([]);
  });

  it('is in no file after the script threw it, and not in the output of the agent', async () => {
    const agent = await connect();
    const code = 'throw new Error(hamibot.env.password)';
    const run = server.run(code, { env: { password: secret }, hasSecrets: true });
    const finished = await server.finished(run);
    expect(finished).toMatchObject({ state: 'failed', exitCode: 1 });
    expect(finished.reason).toContain(secret);
    await waitUntil('no file contains the secret', () => filesWithSecret().length === 0);
    await agent.kill('SIGTERM');
    expect(filesWithSecret()).toEqual([]);
    expect(agent.output).toContain('failed');
    expect(agent.output).not.toContain(secret);
  });

  it('is deleted when the run is canceled before it starts', async () => {
    await connect('--max-runs', '1');
    const busy = server.run('setInterval(() => {}, 1000)');
    await server.started(busy);
    const run = server.run('1', { env: { password: secret }, hasSecrets: true });
    await server.find('accepted', ({ runId }) => runId === run.runId);
    server.send({ type: 'stop', runId: run.runId });
    expect(await server.finished(run)).toMatchObject({ state: 'canceled' });
    expect(filesWithSecret()).toEqual([]);
  });
});
