import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type * as Kit from './index';

const root = join(__dirname, '../../..');
// The built package, which contains the process of scripts.
const { runScript } = createRequire(__filename)(join(root, 'dist/libs/script-testing')) as typeof Kit;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'script-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Writes a file of the test, and returns its path. */
function write(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}

const run = (code: string, options?: Kit.RunOptions) => runScript(write('script.js', code), options);
const info = (...texts: string[]) => texts.map((text) => ({ level: 'info', text }));

describe('runScript', () => {
  it('records nothing of a script that reports nothing', async () => {
    expect(await run('')).toEqual({
      ...{ state: 'succeeded', reason: null, exitCode: 0, logs: [], result: undefined, progress: [] },
      ...{ steps: [], failedStep: null, artifacts: [], messages: [], storeCalls: [] },
      ...{ store: { script: {}, device: {}, account: {} }, storages: {} },
    });
  });

  it('records the log with its levels, and what the script writes to its streams', async () => {
    const { logs } = await run(
      `console.log('a\\u2028b'); console.warn('two\\nlines'); process.stderr.write('raw\\n'); require('node:child_process').execFileSync(process.execPath, ['-e', 'console.log("child")'], { stdio: 'inherit' });`,
    );
    expect(logs).toEqual(
      expect.arrayContaining([
        ...info('a\u2028b', 'child'),
        { level: 'warn', text: 'two\nlines' },
        { level: 'error', text: 'raw' },
      ]),
    );
    expect(logs).toHaveLength(4);
  });

  it('records results, progress, steps, messages and artifacts', async () => {
    const recorded = await run(`
      (async () => {
        drover.progress(0.5, 'half');
        drover.progress(1);
        drover.step('Outer', () => drover.step('Inner', () => 1));
        hamibot.postMessage({ a: 1 }, { telemetry: true });
        hamibot.postMessage('text', { data: { title: 'Title', attachments: [{ type: 'text', data: 'x' }] } });
        await drover.artifacts.save('a.txt', 'content');
        const again = await drover.artifacts.save('a.txt', 'other');
        await drover.screenshot();
        drover.result(1);
        drover.result({ problem: again.problem });
      })();
    `);
    expect(recorded).toMatchObject({
      state: 'succeeded',
      result: { problem: 'the run has an artifact of this name' },
      progress: [{ value: 0.5, text: 'half' }, { value: 1 }],
      steps: [
        { path: 'Outer', state: 'succeeded' },
        { path: 'Outer › Inner', state: 'succeeded' },
      ],
      messages: [
        { text: '{"a":1}', title: null, isTelemetry: true, attachments: [] },
        { text: 'text', title: 'Title', isTelemetry: false, attachments: [{ type: 'text', data: 'x' }] },
      ],
      artifacts: [
        { name: 'a.txt', kind: 'file', content: Buffer.from('content') },
        { name: 'screenshot-1.png', kind: 'image' },
      ],
      logs: [
        {
          level: 'warn',
          text: 'drover.artifacts.save: "a.txt" was left out: the run has an artifact of this name',
        },
      ],
    });
  });

  it('waits for an exported promise', async () => {
    expect((await run('exports.result = Promise.resolve(3)')).result).toBe(3);
  });

  it('leaves out a result that is not JSON, with a warning', async () => {
    const { result, logs } = await run('drover.result(undefined)');
    expect(result).toBeUndefined();
    expect(logs).toEqual([
      { level: 'warn', text: expect.stringContaining('drover.result: the result was left out') },
    ]);
  });

  it('gives the script its variables, files and name', async () => {
    const picture = write('picture.txt', 'pixels');
    const { result } = await run(
      `drover.result({
        env: hamibot.env, robot: hamibot.robotName, script: hamibot.scriptName,
        picture: files.read(drover.files.get('picture')), secret: process.env.KIT_SECRET ?? null,
      })`,
      { env: { city: '大理', TIMESTAMP: 'now' }, files: { picture }, robotName: 'Robot 1' },
    );
    expect(result).toEqual({
      env: {
        ...{ city: '大理', APP_ENV: 'development', TIMESTAMP: 'now' },
        ...{ USER_ID: expect.any(String), ROBOT_ID: expect.any(String), SCRIPT_ID: expect.any(String) },
        picture: { $file: expect.stringMatching(/^[0-9a-f]{64}$/), name: 'picture.txt' },
      },
      ...{ robot: 'Robot 1', script: 'script.js', picture: 'pixels', secret: null },
    });
  });

  it('has stores and storages with values before and after the run', async () => {
    const recorded = await run(
      `const { store } = drover;
      const main = async () => {
        const entry = await store.getEntry('count');
        const lost = await store.compareAndSet('count', entry.version + 1, 0);
        await store.increment('count', 2);
        await store.device.set('a/2', 'x', { expiresIn: 60 });
        await store.device.set('a/1', 'y');
        await store.account.delete('old');
        const keys = (await store.device.list('a/', { limit: 1 })).map(({ key }) => key);
        const code = await store.increment('text').catch((error) => error.code);
        const invalid = await store.get('').catch((error) => error.code);
        const settings = storages.create('settings');
        settings.put('rounds', settings.get('rounds') + 1);
        return { lost, keys, code, invalid };
      };
      exports.result = main();`,
      {
        store: { script: { count: 1, text: 'x' }, account: { old: true } },
        storages: { settings: { rounds: 1 } },
      },
    );
    expect(recorded).toMatchObject({
      result: { lost: null, keys: ['a/1'], code: 'NOT_A_NUMBER', invalid: 'INVALID' },
      store: { script: { count: 3, text: 'x' }, device: { 'a/1': 'y', 'a/2': 'x' }, account: {} },
      storages: { settings: { rounds: 2 } },
    });
    expect(recorded.storeCalls).toEqual([
      { scope: 'script', type: 'get', key: 'count' },
      { scope: 'script', type: 'set', key: 'count', value: 0, ifVersion: expect.any(Number) },
      { scope: 'script', type: 'increment', key: 'count', by: 2 },
      { scope: 'device', type: 'set', key: 'a/2', value: 'x', expiresIn: 60 },
      { scope: 'device', type: 'set', key: 'a/1', value: 'y' },
      { scope: 'account', type: 'remove', key: 'old' },
      { scope: 'device', type: 'list', prefix: 'a/' },
      { scope: 'script', type: 'increment', key: 'text', by: 1 },
    ]);
  });

  it('says where a script failed, and in which step', async () => {
    const failed = await run(`drover.step('Pay', () => {\n  throw new Error('no money');\n});`);
    expect(failed).toMatchObject({
      ...{ state: 'failed', reason: 'Error: no money (script.js:2:9)', exitCode: 1, failedStep: 'Pay' },
      steps: [{ path: 'Pay', state: 'failed' }],
    });
  });

  it.each([
    ['exit()', 'exit(); console.log(1)', { state: 'succeeded', reason: null, exitCode: 0, logs: [] }],
    ['an exit code', 'process.exit(3)', { state: 'failed', reason: 'exit code 3', exitCode: 3 }],
    [
      'a signal',
      `process.kill(process.pid, 'SIGKILL')`,
      { state: 'failed', reason: 'killed by SIGKILL', exitCode: null },
    ],
  ])('ends with %s', async (_name, code, expected) => {
    expect(await run(code)).toMatchObject(expected);
  });

  it('kills a script after its time limit, also one that blocks', async () => {
    const code = `console.log('started'); drover.step('Wait', () => { for (;;); })`;
    expect(await run(code, { timeLimitMs: 8000 })).toMatchObject({
      ...{ state: 'timed_out', reason: 'ran longer than 8 s', exitCode: null, failedStep: 'Wait' },
      logs: info('started'),
    });
  });

  it('runs a setup file first, without moving positions', async () => {
    const setup = write('phone.js', 'globalThis.click = (x, y) => console.log(`click ${x}, ${y}`);');
    const code = `'use strict';\nclick(1, 2);\nnoSuchName;`;
    expect(await run(code)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('click needs'),
    });
    expect(await run(code, { setup })).toMatchObject({
      reason: 'ReferenceError: noSuchName is not defined (script.js:3:1)',
      logs: [...info('click 1, 2'), expect.anything()],
    });
  });

  it('refuses what does not exist', async () => {
    await expect(runScript(join(folder, 'none.js'))).rejects.toThrow('There is no script or project');
    await expect(runScript(folder)).rejects.toThrow('Cannot read drover.json: file not found.');
    await expect(run('', { setup: 'none.js' })).rejects.toThrow('There is no setup file');
    await expect(run('', { files: { a: join(folder, 'none.txt') } })).rejects.toThrow('ENOENT');
  });

  it.each([
    ['computers', ['node']],
    ['phones', ['node', 'phone']],
  ])('builds a project for %s, with positions of its source files', async (_name, engines) => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    write('drover.json', JSON.stringify({ name: 'shop', entry: 'src/main.ts', engines }));
    write(
      'src/main.ts',
      `import { pay } from './pay';\nconsole.log('start');\nconst total: number = 3;\npay(total);\n`,
    );
    write(
      'src/pay.ts',
      `export function pay(total: number): void {\n  throw new Error(\`cannot pay \${total}\`);\n}\n`,
    );
    const { reason, logs } = await runScript(folder);
    expect(reason).toMatch(/^Error: cannot pay 3 \(src\/pay\.ts:2:\d+\)$/);
    expect(logs[0]).toEqual({ level: 'info', text: 'start' });
    expect(logs[1]?.text).toMatch(/src\/pay\.ts:2:\d+[^]*src\/main\.ts:4:\d+/);
  });

  it('says why a project does not build', async () => {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    write('drover.json', '{ "entry": "main.ts" }');
    write('main.ts', 'const a: = 1;');
    await expect(runScript(folder)).rejects.toThrow(/The project does not build[^]*main\.ts:1:9/);
  });
});
