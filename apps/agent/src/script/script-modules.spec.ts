import {
  type PublicStyleService,
  readPublicStyleScripts,
  startPublicStyleService,
} from '@drover/test-services';
import { parse } from 'acorn';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAgent, findProcesses, TestAgent, waitUntil } from '../testing/test-agent';
import { newId, TestServer, VALID_KEY } from '../testing/test-server';

const built = buildAgent();
let server: TestServer;
let agent: TestAgent;
let data: string;
let service: PublicStyleService;

beforeAll(async () => {
  service = await startPublicStyleService();
  server = await TestServer.start();
  data = mkdtempSync(join(tmpdir(), 'drover-modules-'));
  await start();
});

afterAll(async () => {
  await agent.kill('SIGTERM');
  await server.close();
  service.close();
  rmSync(data, { recursive: true, force: true });
  built.remove();
});

async function start(): Promise<void> {
  const from = server.frames.length;
  agent = new TestAgent(built.program, ['--server', server.url, '--key', VALID_KEY, '--data', data]);
  await server.find('hello', () => true, from);
}

const run = (code: string) => {
  const { url, closedPort } = service;
  return server.run(code, { env: { url, closedPort, key: newId() } });
};

async function logOf(code: string): Promise<string[]> {
  const order = run(code);
  const result = await server.finished(order);
  return [...server.texts(order), ...(result.reason ? [result.reason] : [])];
}

describe('a script in the style of public ones', () => {
  it.each(readPublicStyleScripts())('logs what it says: $name', async ({ code, log }) => {
    parse(code, { ecmaVersion: 5 }); // What the engines of all phones' apps understand.
    const order = run(code);
    expect([await server.finished(order), server.texts(order)]).toMatchObject([{ state: 'succeeded' }, log]);
  });
});

describe('storages', () => {
  it('keeps values when the agent restarts', async () => {
    await logOf("storages.create('kept').put('a', [1]);");
    await agent.kill('SIGTERM');
    await start();
    expect(await logOf("log(storages.create('kept').get('a'), storages.create('other').get('a'));")).toEqual([
      '[ 1 ] undefined',
    ]);
  });

  it('keeps the sum of parallel runs and engines that change other keys', async () => {
    const code =
      "var s = storages.create('shared'); for (var i = 0; i < 20; i++) s.put(hamibot.env.key + i, i);";
    const orders = [run(code), run(code), run(`engines.execScript('e', ${JSON.stringify(code)}); ${code}`)];
    await Promise.all(orders.map((order) => server.finished(order)));
    const [file] = readdirSync(join(data, 'state/storages')).filter((name) =>
      readFileSync(join(data, 'state/storages', name), 'utf8').includes('"name":"shared"'),
    );
    const { values } = JSON.parse(readFileSync(join(data, 'state/storages', file), 'utf8'));
    expect(Object.keys(values)).toHaveLength(60);
  });

  it.each([
    ["storages.create('x').put('a', undefined)", 'TypeError: storage.put(a): the value cannot be stored as JSON.'],
    ["storages.create('x').put('a', 'v'.repeat(2000000))", 'Error: storage.put(a): the value has more than 1048576 characters as JSON.'],
    ["for (var i = 0; ; i++) storages.create('big' + i).put('a', 'v'.repeat(1000000))", 'Error: storages: big16: the storages of this device are full (16 MB). Remove values that are not needed.'],
  ])('refuses %s', async (code, reason) => {
    const order = run(code);
    expect(await server.finished(order)).toMatchObject({ state: 'failed', reason: expect.stringContaining(reason) });
    if (code.startsWith('for')) await logOf("for (var i = 0; i < 17; i++) storages.remove('big' + i)");
  }); // prettier-ignore

  it('stays usable for others when a script asks and never reads', async () => {
    await logOf("storages.create('flood').put('a', 'v'.repeat(1000000));");
    const request = JSON.stringify({ type: 'storage', name: 'flood', operation: { type: 'get', key: 'a' } });
    const order = run(`
      const line = ${JSON.stringify(`${request}\n`)}.repeat(100);
      log('ready');
      for (let i = 0; i < 20; i += 1) { try { require('fs').writeSync(3, line); } catch {} sleep(5); }
      sleep(60000);`);
    await server.logged(order, 'ready');
    expect(await logOf("log(storages.create('flood').get('a').length); storages.remove('flood');")).toEqual([
      '1000000',
    ]);
    server.send({ type: 'stop', runId: order.runId });
    expect(await server.finished(order)).toMatchObject({ state: 'stopped' });
  });
});

describe('what a machine has in other ways', () => {
  it.each([
    ["var h = http.get(hamibot.env.url + '/echo').headers; log(h['Content-Type'] === h['content-type']);", 'true'],
    ['log(device.getBattery());', 'null'],
    ["log(engines.execScript('child', '').getEngine().source);", 'child'],
  ])('%s', async (code, line) => {
    expect(await logOf(code)).toEqual([line]);
  });
}); // prettier-ignore

describe('what a machine does not have', () => {
  it.each([
    ['images.read("a.png")', 'images needs a screen'],
    ['auto.waitFor()', 'auto needs the accessibility service'],
    ['click(1, 2)', 'click needs the accessibility service'],
    ["text('OK').findOne()", 'text needs the accessibility service'],
    ['new RootAutomator()', 'RootAutomator needs root access to a phone'],
    ['importClass(java.io.File)', 'java needs Android'],
    ["app.launch('com.x')", 'app.launch needs a phone'],
    ['events.observeKey()', 'events.observeKey needs a phone'],
  ])('%s fails with an explanation', async (code, reason) => {
    const order = run(code);
    const result = await server.finished(order);
    expect(result.state).toBe('failed');
    expect(result.reason).toContain(reason);
    expect(result.reason).toContain('the script on a phone.');
  });

  it('leaves the names to scripts that define them', async () => {
    const code =
      'function click() { return 1; } var text = 2; http = 3; images = 4; log(click(), text, http, images);';
    expect(await logOf(code)).toEqual(['1 2 3 4']);
  });
});

describe('threads', () => {
  it('logs the error of a thread and goes on', async () => {
    const lines = await logOf("threads.start(function () { null.x; }); sleep(1); log('on');");
    expect(lines[0]).toContain('Thread-1: TypeError');
    expect(lines[1]).toBe('on');
  });

  it('ends an interrupted thread when it sleeps', async () => {
    const code =
      "var t = threads.start(function () { log('in'); t.interrupt(); sleep(1); log('never'); }); t.join(); log(t.isAlive());";
    expect(await logOf(code)).toEqual(['in', 'false']);
  });

  it('says so when a thread keeps the script waiting', async () => {
    const order = run('threads.start(function () { for (;;) sleep(50); }); sleep(10);');
    const { lines } = await server.find('log', (frame) => frame.runId === order.runId);
    expect(lines[0]).toMatchObject({ level: 'warn', text: expect.stringContaining('Thread-1 holds up') });
    server.send({ type: 'stop', runId: order.runId });
    await server.finished(order);
  });
});

describe('engines', () => {
  it.each([
    ['exits', 'exit();'],
    ['has ended', ''],
  ])('run after a delay and repeatedly when the script that started them %s', async (_what, end) => {
    const code = `
      engines.execScript('later', "log('later')", { delay: 600 });
      engines.execScript('repeated', "log('repeated')", { loopTimes: 3, interval: 10 });
      ${end}`;
    expect((await logOf(code)).sort()).toEqual(['later', 'repeated', 'repeated', 'repeated']);
  });

  it('end when they are stopped, also before they start', async () => {
    const code = `
      var endless = engines.execScript('endless', 'for (;;) sleep(10)');
      engines.execScript('never', "log('never')", { delay: 100000 });
      sleep(100);
      engines.stopAll();
      log(endless.getEngine().isDestroyed(), engines.all().length);`;
    expect(await logOf(code)).toEqual(['true 1']);
  });
});

describe('stopping a run', () => {
  it.each([
    ['a blocking request', "log('ready'); http.get(hamibot.env.url + '/hang', { timeout: 60000 });"],
    [
      'a thread beside sleep',
      "threads.start(function () { log('ready'); for (;;) sleep(50); }); sleep(60000);",
    ],
    [
      'a blocking request in a thread',
      "threads.start(function () { log('ready'); http.get(hamibot.env.url + '/hang', { timeout: 60000 }); }); sleep(60000);",
    ],
    ['engines', "engines.execScript('e', \"log('ready'); for (;;) sleep(1000);\"); exit();"],
  ])('ends %s and leaves no process', async (_what, code) => {
    const order = run(code);
    await server.logged(order, 'ready');
    server.send({ type: 'stop', runId: order.runId, reason: 'enough' });
    const stoppedAt = Date.now();
    expect(await server.finished(order)).toMatchObject({ state: 'stopped' });
    expect(Date.now() - stoppedAt).toBeLessThan(30_000);
    await waitUntil('no process is left', () => findProcesses(order.runId).length === 0);
  });
});

describe('$zip', () => {
  it('refuses an archive that writes outside of the folder', async () => {
    // An archive with the empty file "../x".
    const archive =
      '504b03040a0000000000000021000000000000000000000000000400' + '00002e2e2f78' +
      '504b01020a000a0000000000000021000000000000000000000000000400000000000000000000000000000000002e2e2f78' +
      '504b0506000000000100010032000000220000000000'; // prettier-ignore
    const [, reason] = await logOf(
      `files.writeBytes('a.zip', Buffer.from('${archive}', 'hex')); $zip.unzip('a.zip', 'out');`,
    );
    expect(reason).toContain('$zip.unzip: the archive contains ../x, which is outside of the folder.');
  });
});
