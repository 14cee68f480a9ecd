import { CLOSE_CODES, LINK_LIMITS, type DeviceList, type Run } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { eventually } from '../testing/eventually';
import { StockAutox } from '../testing/stock-autox';
import { createDevice, TestLink } from '../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let key: string;
let phone: StockAutox | undefined;
/** What scripts have stored on the phone. */
let storage: Map<string, string>;

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  owner = await server.createAccount();
  key = await createKey();
  storage = new Map();
});
afterEach(() => phone?.close());
afterAll(() => server.close());

const createKey = async (body: object = {}) =>
  (await owner.as.post('/v1/enrolment-keys').send(body).expect(201)).body.key as string;
const listDevices = async () => (await owner.as.get('/v1/devices')).body as DeviceList;
const listRuns = async () => ((await owner.as.get('/v1/runs')).body as { items: Run[] }).items;

async function scan(): Promise<StockAutox> {
  phone = await StockAutox.connect(server.url, key, { storage });
  await phone.next(({ type }) => type === 'hello');
  return phone;
}

/** Returns the phone once its app has stored and reported its token. */
const enrolled = () =>
  eventually(async () => {
    const { items } = await listDevices();
    expect(items).toHaveLength(1);
    return items[0];
  });

/** Runs code on the phone. Returns the command that the app receives. */
async function order(app: StockAutox, code: string, options: object = {}) {
  const device = await enrolled();
  const body = { code, devices: [device], ...options };
  await owner.as.post('/v1/scripts/execute').send(body).expect(204);
  return app.command('run', ({ id }) => id !== 'drover-agent');
}

const runIn = (state: string) =>
  eventually(async () => {
    const [run] = await listRuns();
    expect(run).toMatchObject({ state });
    return run;
  });
const linesOf = async (runId: string) =>
  ((await owner.as.get(`/v1/runs/${runId}/logs`)).body.items as { level: string; text: string }[]).map(
    ({ level, text }) => [level, text],
  );

describe('a stock AutoX app', () => {
  it('receives hello and becomes a device with its brand and model', async () => {
    phone = await StockAutox.connect(server.url, key.toLowerCase());
    expect(await phone.next(() => true)).toEqual({
      ...{ type: 'hello', data: 'ok', debug: false, version: '1.109.0' },
      message_id: expect.stringMatching(/^\d+_\d+$/),
    });
    await eventually(async () =>
      expect((await listDevices()).items).toEqual([
        expect.objectContaining({
          ...{ name: 'Xiaomi MI 11', brand: 'Xiaomi', model: 'MI 11', appVersion: '7.0.4' },
          ...{ platform: 'android (AutoX)', online: true },
        }),
      ]),
    );
    await phone.close();
    await eventually(async () => expect((await listDevices()).items[0].online).toBe(false));
  });

  it('receives a pong with the number of each ping', async () => {
    const app = await scan();
    for (const data of [1_700_000_000_123, 5, 'x'.repeat(BUDGET.phonePingChars.max)]) {
      app.send({ type: 'ping', data });
      expect(await app.next(({ type }) => type === 'pong')).toEqual({ type: 'pong', data });
    }
  });

  it('stays online while it responds and goes offline when it stops', async () => {
    const hasty = await startTestServer({ HEARTBEAT_SECONDS: '1' });
    try {
      const [app, silent] = [
        await StockAutox.connect(hasty.url, key),
        await StockAutox.connect(hasty.url, key, { hello: null }),
      ];
      silent.socket.pause();
      await app.command('run');
      const beats = new Promise<void>((resolve) => {
        let count = 0;
        app.socket.on('ping', () => (count += 1) === 5 && resolve());
      });
      await beats;
      app.send({ type: 'ping', data: 9 });
      await app.next(({ type }) => type === 'pong');
      expect((await listDevices()).items[0].online).toBe(true);
      silent.socket.resume();
      expect((await silent.closed())[0]).toBe(1006);
      await app.close();
    } finally {
      await hasty.close();
    }
  });

  it('receives the agent, which connects as the same device', async () => {
    const app = await scan();
    const { script } = await app.command('run');
    const [, json] = /^var DROVER = (.*);$/m.exec(script) ?? [];
    const settings = JSON.parse(json);
    const [device] = (await listDevices()).items;
    expect(settings).toEqual({
      server: server.url,
      credential: { token: expect.stringMatching(/^hmd_/), deviceId: device._id, name: device.name },
    });
    const link = await TestLink.open(server.url, settings.credential.token, { platform: 'android' });
    expect((await listDevices()).items).toMatchObject([
      { _id: device._id, online: true, platform: 'android' },
    ]);
    // The app stays connected in addition to the agent.
    app.send({ type: 'ping', data: 1 });
    await app.next(({ type }) => type === 'pong');
    // From now on, the phone has its token.
    const again = await scan();
    await link.close();
    await eventually(async () => expect((await listDevices()).items[0].online).toBe(false));
    const later = await scan();
    const agent = await later.command('run');
    expect(agent.script).toContain(`var DROVER = {"server":"${server.url}"};`);
    expect(again.frames).toEqual([]);
    expect((await listDevices()).count).toBe(1);
    await Promise.all([app.close(), again.close()]);
  });
});

describe('a script on a stock AutoX app', () => {
  it('reports its log, its message and its result', async () => {
    const app = await scan();
    const code = `console.log('hello ' + hamibot.env.city, 1);\nlog('two\\nlines'); console.error('bad'); log(JSON.stringify(hamibot.plan));
      drover.postMessage({ a: 1 }, { telemetry: true, data: { title: 'T', attachments: [{ type: 'json', data: [1] }] } })`;
    const command = await order(app, code, { vars: { city: '大理' } });
    expect((await listRuns())[0].state).toBe('running');
    app.run(command);
    app.end(command.id);
    const run = await runIn('succeeded');
    expect(command.id).toBe(run._id);
    expect(await linesOf(run._id)).toEqual([
      ['info', 'hello 大理 1'],
      ['info', 'two\nlines'],
      ['error', 'bad'],
      ['info', '{"name":"免费","model":"free","onFreeTrial":false}'],
    ]);
    expect((await owner.as.get('/v1/messages')).body.items).toEqual([
      expect.objectContaining({ title: 'T', text: '{"a":1}', attachments: [{ type: 'json', data: [1] }] }),
    ]);
  });

  it('fails with the error message and the line number of the app', async () => {
    const app = await scan();
    const command = await order(app, `"auto";\n// two\nmissing();`);
    app.run(command);
    app.end(command.id);
    const run = await runIn('failed');
    expect(run.reason).toMatch(/ReferenceError: missing is not defined \(.*#3\)/);
    expect(await linesOf(run._id)).toEqual([['error', run.reason]]);
  });

  it('is stopped even if it does not report its end', async () => {
    const app = await scan();
    const command = await order(app, 'for (;;) {}');
    const { jobId } = (await listRuns())[0];
    await owner.as.delete(`/v1/jobs/${jobId}`).expect(204);
    expect(await app.command('stop')).toEqual({ id: command.id, command: 'stop' });
    await runIn('stopped');
  });

  it('continues while the phone is disconnected and is not started twice', async () => {
    const app = await scan();
    const command = await order(app, `console.log('a')`);
    app.run(command);
    await eventually(async () => expect(await linesOf(command.id)).toEqual([['info', 'a']]));
    await app.close();
    await eventually(async () => expect((await listDevices()).items[0].online).toBe(false));
    const back = await scan();
    back.log(
      'V',
      `[drover] ${JSON.stringify({ type: 'log', runId: command.id, at: 1, level: 'warn', text: 'b' })}`,
    );
    back.log('V', `[drover] ${JSON.stringify({ type: 'ended', runId: command.id })}`);
    await runIn('succeeded');
    expect(await linesOf(command.id)).toEqual([
      ['info', 'a'],
      ['warn', 'b'],
    ]);
    expect((await listDevices()).count).toBe(1);
  });

  it('may be large, and messages appear as dialogs', async () => {
    const app = await scan();
    const filler = `// ${'x'.repeat(LINK_LIMITS.inlineCodeBytes)}`;
    const command = await order(app, `console.log('large');\n${filler}`);
    expect(command.script.endsWith(filler)).toBe(true);
    const [device] = (await listDevices()).items;
    await owner.as
      .post(`/v1/devices/${device._id}/messages`)
      .send({ title: 'T', text: '"你好"' })
      .expect(204);
    expect((await app.command('run', ({ name }) => name === 'message.js')).script).toBe(
      'dialogs.alert("T", "\\"你好\\"");',
    );
  });
});

describe('a phone with an invalid key', () => {
  it('receives the reason and does not use up the key', async () => {
    const many = await createKey({ maxUses: 5 });
    for (const wrong of ['NOKEY7', many]) {
      const app = await StockAutox.connect(server.url, wrong);
      expect(await app.closed()).toEqual([
        CLOSE_CODES.badCredential,
        'The enrolment key is invalid, expired or used up. Create a new one.',
      ]);
      expect(app.frames).toEqual([]);
    }
    expect(await listDevices()).toEqual({ count: 0, items: [] });
  });

  it('cannot connect again after its device was deleted', async () => {
    const app = await scan();
    const device = await eventually(async () => {
      const { items } = await listDevices();
      expect(items).toMatchObject([{ online: true }]);
      return items[0];
    });
    await owner.as.delete(`/v1/devices/${device._id}`).expect(204);
    await app.command('stopAll');
    expect((await app.closed())[0]).toBe(CLOSE_CODES.badCredential);
    const again = await StockAutox.connect(server.url, key, { storage });
    expect((await again.closed())[0]).toBe(CLOSE_CODES.badCredential);
  });
});

describe('an invalid phone frame', () => {
  it.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['without a type', '{"data":1}'],
    ['of a wrong shape', '{"type":"log","data":7}'],
    [
      'a ping whose answer would be long',
      JSON.stringify({ type: 'ping', data: 'x'.repeat(BUDGET.phonePingChars.max + 1) }),
    ],
  ])('closes the connection: %s', async (_what, frame) => {
    const app = await scan();
    app.send(frame);
    expect((await app.closed())[0]).toBe(CLOSE_CODES.badFrame);
  });

  it('closes the connection before hello or above the size limit', async () => {
    const early = await StockAutox.connect(server.url, key, { hello: null });
    early.send({ type: 'ping', data: 1 });
    expect((await early.closed())[0]).toBe(CLOSE_CODES.badFrame);
    const app = await scan();
    app.send('x'.repeat(LINK_LIMITS.frameBytes + 1));
    expect((await app.closed())[0]).toBe(1009);
  });

  it('is ignored if its type is unknown or its run belongs to another device', async () => {
    const app = await scan();
    app.send({ type: 'bytes_command', data: {} });
    app.send({ type: 'hello', data: {} });
    app.log('V', '[drover] {"type":"ended","runId":"nobody"}');
    app.log('V', '[drover] {');
    app.log('E', 'an error of nobody');
    app.send({ type: 'ping', data: 7 });
    await app.next(({ type }) => type === 'pong');
  });

  it('may contain any text as the name of the phone', async () => {
    phone = await StockAutox.connect(server.url, key, {
      hello: { device_name: '\0\ud800 '.repeat(200), app_version: '9'.repeat(99) },
    });
    await phone.next(({ type }) => type === 'hello');
    expect(await enrolled()).toMatchObject({ name: 'Device', brand: '', model: '' });
  });
});

describe('GET /autox/:key/agent.js', () => {
  it('returns the agent with the key included', async () => {
    const { text, headers } = await server.request().get('/autox/K7MP4X/agent.js').expect(200);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(text).toContain(`var DROVER = {"server":"${server.url}","key":"K7MP4X"};`);
  });
});

describe('GET /link/agent.js', () => {
  it('returns the agent without a key to a device', async () => {
    const device = await createDevice(server, await server.createAccount());
    const { text, headers } = await server
      .request()
      .get('/link/agent.js')
      .set('Authorization', `token ${device.token}`)
      .expect(200);
    expect(text).toMatch(/^var DROVER = {"server":"http:\/\/[^"]+"};\n/);
    expect(headers['cache-control']).toBe('no-store');
  });

  it('requires a device token', async () => {
    const { token } = await server.createAccount();
    await server.request().get('/link/agent.js').expect(401);
    await server.request().get('/link/agent.js').set('Authorization', `token ${token}`).expect(401);
  });
});
