import { LIMITS } from '@drover/contract/limits';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent, TestAgent } from './testing/test-agent';
import { TestServer, VALID_KEY } from './testing/test-server';

const built = buildAgent();
let server: TestServer;
let data: string;
let agent: TestAgent;

beforeAll(async () => {
  server = await TestServer.start();
  data = mkdtempSync(join(tmpdir(), 'drover-agent-steps-'));
  agent = new TestAgent(built.program, ['--server', server.url, '--key', VALID_KEY, '--data', data]);
  await server.find('hello', () => true);
});

afterAll(async () => {
  await agent.kill('SIGKILL');
  await server.close();
  rmSync(data, { recursive: true, force: true });
  built.remove();
});

/** Runs a script, and returns its lines with their steps, and how it ended. */
async function run(code: string, changes: Parameters<TestServer['run']>[1] = {}) {
  const order = server.run(code, changes);
  const finished = await server.finished(order);
  const lines = server.lines(order);
  const steps = lines.flatMap(({ text, step }) => (step ? [{ name: text.split(':')[0], ...step }] : []));
  const outline = lines.map(({ text, step }) => (step ? `${step.state} ${step.id}` : text));
  return { finished, lines, steps, outline };
}

describe('drover.step', () => {
  it('returns what its function returns, and writes its start and end around the lines', async () => {
    const { finished, outline, steps } = await run(`
      const sum = drover.step('加', () => { console.log('adding'); return 1 + 2; });
      console.log('sum', sum);
      (async () => {
        const text = await drover.step('Wait', async () => {
          await new Promise((done) => setTimeout(done, 50));
          return drover.step('Inner', () => 'ready');
        });
        console.log(text);
      })();`);
    expect(finished).toMatchObject({ state: 'succeeded' });
    expect(finished.failedStep).toBeUndefined();
    expect(outline).toEqual([
      ...['started 1', 'adding', 'succeeded 1', 'sum 3'],
      ...['started 2', 'started 3', 'succeeded 3', 'succeeded 2', 'ready'],
    ]);
    expect(steps[0]).toEqual({ name: '加', id: 1, parentId: null, state: 'started', durationMs: null });
    expect(steps[3]).toMatchObject({ name: 'Inner', id: 3, parentId: 2 });
    const { durationMs } = steps[5];
    expect(durationMs).toBeGreaterThanOrEqual(40);
  });

  it('knows the steps around it when steps go on side by side', async () => {
    const { steps } = await run(`
      const wait = (ms) => new Promise((done) => setTimeout(done, ms));
      Promise.all(['a', 'b'].map((name) =>
        drover.step(name, async () => { await wait(10); await drover.step(name + name, () => wait(10)); })));`);
    const started = steps.filter(({ state }) => state === 'started');
    const idOf = (wanted: string) => started.find(({ name }) => name === wanted)?.id;
    expect(started).toHaveLength(4);
    expect(started.find(({ name }) => name === 'aa')?.parentId).toBe(idOf('a'));
    expect(started.find(({ name }) => name === 'bb')?.parentId).toBe(idOf('b'));
    expect(steps.filter(({ state }) => state === 'succeeded')).toHaveLength(4);
  });

  it.each([
    ['throws', `drover.step('Checkout', () => drover.step('Pay', () => { throw new Error('declined'); }));`],
    [
      'is rejected',
      `drover.step('Checkout', () => drover.step('Pay', async () => { throw new Error('declined'); }));`,
    ],
  ])('rethrows what its function %s, and the run knows the innermost step', async (_name, code) => {
    const { finished, steps } = await run(code);
    expect(finished).toMatchObject({ state: 'failed', failedStep: 'Checkout › Pay' });
    expect(finished.reason).toMatch(/^Error: declined \(hello.js:1:\d+\)$/);
    expect(steps.map(({ name, state }) => `${name} ${state}`)).toEqual([
      ...['Checkout started', 'Pay started', 'Pay failed', 'Checkout failed'],
    ]);
  });

  it('does not blame a step whose error the script has caught', async () => {
    const { finished } = await run(`
      try { drover.step('Optional', () => { throw new Error('first'); }); } catch {}
      throw new Error('second');`);
    expect(finished).toMatchObject({ state: 'failed' });
    expect(finished.failedStep).toBeUndefined();
  });

  it('ends as stopped when the script exits within it', async () => {
    const { finished, steps } = await run(`drover.step('Outer', () => drover.exit());`);
    expect(finished.state).toBe('succeeded');
    expect(finished.failedStep).toBeUndefined();
    expect(steps.at(-1)).toMatchObject({ name: 'Outer', state: 'stopped' });
  });

  it.each([
    ['exits with an error', `drover.step('Outer', () => process.exit(3));`],
    ['is killed', `drover.step('Outer', () => process.kill(process.pid, 'SIGKILL')); sleep(60000);`],
  ])('ends as failed when the script %s within it', async (_name, code) => {
    const { finished, steps } = await run(code);
    expect(finished).toMatchObject({ state: 'failed', failedStep: 'Outer' });
    expect(steps.at(-1)).toMatchObject({ name: 'Outer', state: 'failed' });
  });

  it('is the failed step of a run that exceeds its time limit', async () => {
    const { finished, steps } = await run(`drover.step('Slow', () => sleep(60000));`, { timeoutMs: 3000 });
    expect(finished).toMatchObject({ state: 'timed_out', failedStep: 'Slow' });
    expect(steps.at(-1)).toMatchObject({ name: 'Slow', state: 'failed' });
  });

  it('runs, and is not shown, beyond the limits, of which one line tells', async () => {
    const { finished, lines, steps } = await run(`
      const nest = (depth) => drover.step('level ' + depth, () => depth < 12 ? nest(depth + 1) : 'deep');
      console.log(nest(1));
      for (let n = 0; n < ${LIMITS.runSteps}; n += 1) drover.step('n'.repeat(200), () => {});
      console.log('end');`);
    expect(finished.state).toBe('succeeded');
    const started = steps.filter(({ state }) => state === 'started');
    expect(started).toHaveLength(LIMITS.runSteps);
    expect(started[LIMITS.stepDepth].name).toBe('n'.repeat(LIMITS.stepNameChars - 1) + '…');
    expect(lines.filter(({ level }) => level === 'warn').map(({ text }) => text)).toEqual([
      `drover.step: steps nest more than ${LIMITS.stepDepth} levels deep: such steps run, and the log does not show them as steps`,
    ]);
    expect(lines.map(({ text }) => text)).toEqual(expect.arrayContaining(['deep', 'end']));
  });

  it('says that a run has too many steps', async () => {
    const { lines } = await run(
      `for (let n = 0; n <= ${LIMITS.runSteps}; n += 1) drover.step('s', () => {}); console.log('end')`,
    );
    expect(lines.filter(({ level }) => level === 'warn')).toHaveLength(1);
    expect(lines.at(-1)?.text).toBe('end');
  });

  it('has a name of one line, whatever it is called', async () => {
    const { steps } = await run(
      `drover.step('  two\\n lines ', () => {}); drover.step('', () => {}); drover.step(7, () => {});`,
    );
    const names = steps.filter(({ state }) => state === 'started').map(({ name }) => name);
    expect(names).toEqual(['two lines', 'unnamed step', '7']);
  });
});
