import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent, TestAgent, waitUntil } from './testing/test-agent';
import { TestServer, VALID_KEY } from './testing/test-server';

const built = buildAgent();
let server: TestServer;
let data: string;
let agents: TestAgent[] = [];

beforeEach(async () => {
  server = await TestServer.start();
  data = mkdtempSync(join(tmpdir(), 'drover-agent-output-'));
});

afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.kill('SIGKILL')));
  agents = [];
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

afterAll(() => built.remove());

async function connect(): Promise<TestAgent> {
  const from = server.frames.length;
  const agent = new TestAgent(built.program, ['--server', server.url, '--key', VALID_KEY, '--data', data]);
  agents.push(agent);
  await server.find('hello', () => true, from);
  return agent;
}

const readJournal = () => readFileSync(join(data, 'state/journal.jsonl'), 'utf8');

describe('the result of a script', () => {
  it.each([
    [
      'the last one that drover.result set',
      `drover.result(1); drover.result({ 价格: 2, list: [null] })`,
      { 价格: 2, list: [null] },
    ],
    ['the export "result"', `module.exports.result = 'done'`, 'done'],
    [
      'what the exported promise resolves to',
      `exports.result = new Promise((done) => setTimeout(() => done(7), 20))`,
      7,
    ],
    [
      'what the promise resolves to that a bundler exports',
      `Object.defineProperty(exports, 'result', { enumerable: true, get: () => done }); const done = Promise.resolve(8)`,
      8,
    ],
    ['none, if the export is a function', `exports.result = () => 1`, undefined],
    ['storable text', `drover.result('a\\0b\\ud800c')`, 'a\uFFFDb\uFFFDc'],
  ])('is %s', async (_name, code, result) => {
    await connect();
    const finished = await server.finished(server.run(code));
    expect(finished.state).toBe('succeeded');
    expect(finished.result).toEqual(result);
  });

  it('arrives from a script that fails', async () => {
    await connect();
    const finished = await server.finished(server.run(`drover.result(3); throw new Error('no')`));
    expect(finished).toMatchObject({ state: 'failed', result: 3 });
  });

  it.each([
    ['too large', `drover.result('x'.repeat(65535))`, 'it has more than 64 kB'],
    ['much too large', `drover.result('x'.repeat(9000000))`, 'it has more than 64 kB'],
    [
      'too deep',
      `let deep = []; for (let i = 0; i < 100; i += 1) deep = [deep]; drover.result(deep)`,
      'it nests more than 100 levels deep',
    ],
    ['no JSON', `drover.result(undefined)`, 'a value of the type undefined is not JSON'],
    [
      'circular',
      `const a = {}; a.a = a; drover.result(a)`,
      'it is not JSON: TypeError: Converting circular structure',
    ],
  ])('is left out with a warning if it is %s, and the run succeeds', async (_name, code, problem) => {
    await connect();
    const run = server.run(code);
    const finished = await server.finished(run);
    expect(finished.state).toBe('succeeded');
    expect(finished.result).toBeUndefined();
    expect(finished.resultProblem).toContain(problem);
    const [line] = server.lines(run);
    expect(line).toMatchObject({ level: 'warn' });
    expect(line.text).toContain(`drover.result: the result was left out: ${problem}`);
  });

  it('survives the death of the agent until it is acknowledged, and is in no file after that', async () => {
    server.isAcknowledging = false;
    const agent = await connect();
    const run = server.run(`drover.result('a result that is kept')`);
    await server.finished(run);
    await agent.kill('SIGKILL');
    expect(readJournal()).toContain('a result that is kept');

    server.isAcknowledging = true;
    const from = server.frames.length;
    const next = await connect();
    const again = await server.find('finished', ({ runId }) => runId === run.runId, from);
    expect(again.result).toBe('a result that is kept');
    await waitUntil('the journal has the acknowledgement', () => readJournal().includes('"isSettled":true'));
    await next.kill('SIGKILL');
    // The agent rewrites its journal when it starts.
    await connect();
    expect(readJournal()).not.toContain('a result that is kept');
  });

  it('is not in the journal if the script had secrets', async () => {
    server.isAcknowledging = false;
    await connect();
    const code = `drover.progress(1, drover.env.key); drover.result({ key: drover.env.key })`;
    const run = server.run(code, { env: { key: 'swordfish-9931' }, hasSecrets: true });
    const finished = await server.finished(run);
    expect(finished).toMatchObject({ result: { key: 'swordfish-9931' }, progress: { value: 1 } });
    expect(readJournal()).toContain('the device keeps no result of a run with secrets');
    expect(readJournal()).not.toContain('swordfish-9931');
  });
});

describe('the progress of a script', () => {
  it('is sent at once, then now and then, and at the end', async () => {
    await connect();
    const run = server.run(`
      drover.progress(0.1, 'first');
      for (let i = 0; i < 5000; i += 1) drover.progress(0.1 + i / 10000);
      drover.progress(7, '界'.repeat(300));
    `);
    const first = await server.find('progress', ({ runId }) => runId === run.runId);
    expect(first).toEqual({ type: 'progress', runId: run.runId, value: 0.1, text: 'first' });
    expect((await server.finished(run)).progress).toEqual({ value: 1, text: '界'.repeat(200) });
    const sent = server.frames.filter(({ type }) => type === 'progress');
    expect(sent.length).toBeLessThan(100);
  });

  it('is sent again on a new link', async () => {
    await connect();
    const run = server.run(`drover.progress(0.5, 'half'); setInterval(() => {}, 1000)`);
    const isOfRun = ({ runId }: { runId: string }) => runId === run.runId;
    await server.find('progress', isOfRun);
    const from = server.frames.length;
    server.dropLinks();
    expect(await server.find('progress', isOfRun, from)).toMatchObject({ value: 0.5, text: 'half' });
    server.send({ type: 'stop', runId: run.runId });
    expect(await server.finished(run)).toMatchObject({ state: 'stopped', progress: { value: 0.5 } });
  });
});
