import { AGENT_VERSION } from '@drover/contract/app-version';
import type { Device, Run } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { cp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WebSocket } from 'ws';
import { CommandLine } from './testing/command-line';
import { type App, Phone } from './testing/phone/phone';
import { describeOnRhino } from './testing/phone/rhino';

let installation: Installation;
let phones: Phone[] = [];

beforeAll(async () => {
  installation = await Installation.start();
});
afterEach(async () => {
  await Promise.all(phones.map((phone) => phone.kill()));
  phones = [];
});
afterAll(() => installation.close());

/** Creates a phone. The same name returns the same phone after a restart of its app. */
function createPhone(name: string, app?: App): Phone {
  const phone = new Phone(join(installation.folder, name), app);
  phones.push(phone);
  return phone;
}

/** Fetches the agent code that users paste into the app. */
async function fetchAgentCode(): Promise<string> {
  const { key } = await installation.drover.enrolmentKeys.create();
  return (await fetch(`${installation.url}/autox/${key}/agent.js`)).text();
}

/** Starts a phone and waits until its agent has enrolled. */
async function enrolPhone(name: string, app?: App) {
  const existingIds = new Set((await installation.drover.devices.list()).items.map(({ _id }) => _id));
  const phone = createPhone(name, app);
  const code = await fetchAgentCode();
  const agent = await phone.start(code);
  const isNew = (device: Device) => device.online && !existingIds.has(device._id);
  const { items } = await eventually(
    () => installation.drover.devices.list(),
    ({ items }) => items.some(isNew),
  );
  return { phone, agent, code, device: items.find(isNew) as Device };
}

/**
 * Opens the connection that the app opens after it scanned the code, and runs the script that stores or reports the
 * phone's token. Returns the agent that it receives then.
 */
function scanCode(key: string, phone: Phone): { socket: WebSocket; script: Promise<string> } {
  const socket = new WebSocket(`${installation.url.replace('http', 'ws')}/autox/${key}`);
  const send = (type: string, data: object) => socket.send(JSON.stringify({ type, data }));
  const device = { device_name: 'Xiaomi MI 11', app_version: '7.0.4', app_version_code: 704 };
  socket.on('open', () => send('hello', { ...device, client_version: 2 }));
  const script = new Promise<string>((resolve) =>
    socket.on('message', (text: Buffer) => {
      const frame = JSON.parse(text.toString()) as { type: string; data: { id: string; script: string } };
      if (frame.type !== 'command') return;
      if (frame.data.id !== 'drover-phone') return resolve(frame.data.script);
      void phone
        .start(frame.data.script, 'drover-phone.js')
        .then(({ ended }) => ended)
        .then(() => send('log', { log: `14:03:22.123/V: ${phone.shown[phone.shown.length - 1]?.text}` }));
    }),
  );
  return { socket, script };
}

/** A script starts its own virtual machine, and an agent may wait before it reconnects. */
const runTimeoutMs = 120_000;

/** Returns the only run of a job once it has ended. */
function waitForEnd(jobId: string): Promise<Run> {
  return eventually(
    async () => (await installation.drover.runs.list({ jobId })).items[0],
    ({ finishedAt }) => finishedAt !== null,
    runTimeoutMs,
  );
}

/** Runs code on a device, and returns the run once it has ended. */
async function runCode(device: Device, code: string): Promise<Run> {
  const scriptId = await installation.createScript(code);
  return waitForEnd((await installation.drover.devscripts.run(scriptId, { devices: [device] })).jobId);
}

describeOnRhino.each<App>(['autox', 'autojs6', 'autojs4'])('the agent on %s', (app) => {
  it('runs scripts and reports their logs and results', async () => {
    const { device } = await enrolPhone(`life-${app}`, app);
    expect(device).toMatchObject({
      brand: 'Xiaomi',
      model: 'MI 11',
      platform: 'android',
      appVersion: '7.0.4',
    });

    const good = await runCode(
      device,
      `"auto";\nlog('你好', hamibot.robotName);\nconsole.warn('w');
      drover.progress(0.4, '第二步'); drover.result({ 价格: 1.5, list: [1, null] });`,
    );
    expect(good).toMatchObject({ state: 'succeeded', progress: { value: 0.4, text: '第二步' } });
    const { value } = await installation.drover.runs.getResult(good._id);
    expect(value).toEqual({ 价格: 1.5, list: [1, null] });
    expect(await installation.readLog(good)).toEqual([`你好 ${device.name}`, 'w']);

    const bad = await runCode(device, `"ui";\nvar a = 1;\nmissing(a);`);
    expect(bad).toMatchObject({ state: 'failed', reason: expect.stringMatching(/missing.*#3\)$/) });

    const stepped = await runCode(
      device,
      `var sum = drover.step('加', function () { log('adding'); return 1 + 2; });
      drover.step('Outer', function () { drover.step('Inner', function () {
        missing(sum); }); });`,
    );
    expect(stepped).toMatchObject({ state: 'failed', failedStep: 'Outer › Inner' });
    expect(stepped.reason).toMatch(/missing.*#3\)$/);
    const steps = await installation.drover.runs.listLogs(stepped._id);
    expect(
      steps.items.map(({ text, step }) => (step ? `${step.state} ${step.id}` : text)).slice(0, 7),
    ).toEqual([...['started 1', 'adding', 'succeeded 1', 'started 2', 'started 3', 'failed 3', 'failed 2']]);

    const endless = await installation.run(device, `for (;;) {}`, ['running']);
    await installation.drover.runs.remove(endless._id);
    expect((await waitForEnd(endless.jobId)).state).toBe('stopped');
  });
});

describeOnRhino('a stock AutoX that scans the code', () => {
  it('receives the agent, which continues as the same device, and again after a restart', async () => {
    const { key } = await installation.drover.enrolmentKeys.create();
    const app = createPhone('scanned');
    const first = scanCode(key, app);
    const script = await first.script;
    const { items } = await eventually(
      () => installation.drover.devices.list({ online: true }),
      ({ count }) => count === 1,
    );
    const [device] = items;
    const phone = createPhone('scanned');
    await phone.start(script);
    await eventually(
      () => installation.drover.devices.get(device._id),
      ({ platform, online }) => platform === 'android' && online,
    );
    expect((await runCode(device, `log('by the agent')`)).state).toBe('succeeded');
    // The app reconnects with the key, and receives the agent without a device token.
    await phone.kill();
    await eventually(
      () => installation.drover.devices.get(device._id),
      ({ online }) => !online,
    );
    first.socket.terminate();
    const before = (await installation.drover.devices.list()).count;
    const second = scanCode(key, app);
    const again = await second.script;
    expect(again).not.toContain('hmd_');
    await createPhone('scanned').start(again);
    expect((await runCode(device, `log('again')`)).state).toBe('succeeded');
    expect((await installation.drover.devices.list()).count).toBe(before);
    second.socket.terminate();
  });
});

describeOnRhino('the agent', () => {
  it('runs a project, and shows its errors in the source files', async () => {
    const { device } = await enrolPhone('project');
    const drover = await CommandLine.open(installation);
    await cp(
      dirname(require.resolve('mustache/package.json')),
      join(drover.folder, 'node_modules/mustache'),
      {
        recursive: true,
      },
    );
    const files = {
      'drover.json': '{ "name": "shop", "entry": "main.ts", "engines": ["node", "phone"] }',
      'main.ts':
        "import mustache from 'mustache';\nimport { login } from './login';\n" +
        'for (const name of [...new Array(1).fill("Ada"), ""]) {\n' +
        "  console.log(mustache.render('{{name}}: {{total}}', { name: login(name), total: 42 }));\n}\n",
      'login.ts':
        'interface User {\n  name: string;\n}\n\nexport const login = (name: string): string => {\n' +
        "  const user: User = { name };\n  if (!user.name) JSON.parse('null').name;\n" +
        '  return `${user.name}`;\n};\n',
    };
    for (const [path, text] of Object.entries(files)) await writeFile(join(drover.folder, path), text);
    expect(await drover.run(['push'])).toMatchObject({ code: 0, err: '' });
    const { items } = await installation.drover.devscripts.list({ name: 'shop' });
    const { jobId } = await installation.drover.devscripts.run(items[0]._id, { devices: [device] });
    const run = await installation.waitForRun(jobId, ['failed']);
    expect(run.reason).toMatch(/^TypeError: .*\(login\.ts:7\)$/);
    expect(await installation.readLog(run)).toContain('Ada: 42');
  });

  it('sends messages of a script to the inbox', async () => {
    const { device } = await enrolPhone('posting');
    const code = `hamibot.postMessage({ text: '余额' }, { telemetry: true, data: { title: 'T', attachments: [
      { type: 'text', data: 'a' }, { type: 'json', data: { b: [1] } }, { type: 'image', data: 'aGk=' }, { type: 'film' }] } });
      console.log(drover.env.city, drover.env.nothing); hamibot.exit(); console.log('not reached');`;
    const { _id } = await installation.drover.devscripts.create({ name: 'poster' });
    await installation.drover.devscripts.uploadFiles(_id, { code });
    const { jobId } = await installation.drover.devscripts.run(_id, {
      devices: [device],
      vars: { city: '大理' },
    });
    const run = await waitForEnd(jobId);
    expect(run.state).toBe('succeeded');
    expect(await installation.readLog(run)).toEqual([
      'postMessage: attachment 4 was left out: its type must be text, json or image',
      '大理 undefined',
    ]);
    const { items } = await installation.drover.messages.list();
    expect(items[0]).toMatchObject({
      ...{ title: 'T', text: '{"text":"余额"}', deviceId: device._id, runId: run._id },
      attachments: [
        { type: 'text', data: 'a' },
        { type: 'json', data: { b: [1] } },
        { type: 'image', data: 'aGk=' },
      ],
    });
  });

  it('fetches large code, and ends a run at its timeout', async () => {
    const { device } = await enrolPhone('large');
    const code = `// ${'长'.repeat(20_000)}\nlog('large');`;
    const large = await installation.drover.scripts.execute({ code, devices: [device] });
    const run = await waitForEnd(large.jobId);
    expect(run.state).toBe('succeeded');
    expect(await installation.readLog(run)).toEqual(['large']);
    const endless = { code: 'for (;;) {}', devices: [device], timeout: 1 };
    const { jobId } = await installation.drover.scripts.execute(endless);
    expect(await waitForEnd(jobId)).toMatchObject({ state: 'timed_out', reason: 'ran longer than 1 s' });
  });

  it('shows a message', async () => {
    const { phone, device } = await enrolPhone('message');
    await installation.drover.devices.sendMessage(device._id, { title: '标题', text: 'dinner' });
    await eventually(
      async () => phone.shown,
      (shown) => shown.some(({ op, text }) => op === 'alert' && text === '标题 dinner'),
    );
  });

  it('delivers the result of a run after a restart of the server', async () => {
    const { device } = await enrolPhone('steady');
    const run = await installation.run(device, `for (var i = 1; i <= 20; i++) { log(i); sleep(200); }`, [
      'running',
    ]);
    await installation.server.kill();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await installation.startServer();
    expect((await waitForEnd(run.jobId)).state).toBe('succeeded');
    expect(await installation.readLog(run)).toEqual(Array.from({ length: 20 }, (_, i) => String(i + 1)));
  });

  it('reports an open run as lost after the app was killed, and runs the next one', async () => {
    const { phone, device, code } = await enrolPhone('killed');
    const run = await installation.run(device, `log('once'); sleep(600000);`, ['running']);
    await eventually(
      () => installation.readLog(run),
      ([line]) => line === 'once',
    );
    await phone.kill();
    const again = createPhone('killed');
    await again.start(code);
    const lost = await waitForEnd(run.jobId);
    expect(lost).toMatchObject({ state: 'lost', reason: 'the agent ended while the run went on' });
    expect((await runCode(device, `log('next')`)).state).toBe('succeeded');
    expect(again.started).toHaveLength(1);
    expect(
      (await installation.drover.devices.list({ name: device.name, online: true })).items,
    ).toContainEqual(expect.objectContaining({ _id: device._id }));
  });

  it('is updated on request, and runs scripts as the same device', async () => {
    const { drover } = installation;
    const existingIds = new Set((await drover.devices.list()).items.map(({ _id }) => _id));
    const phone = createPhone('updated');
    const code = await fetchAgentCode();
    const former = await phone.start(code.replace(`"${AGENT_VERSION}"`, '"1.9.0"'));
    const { items } = await eventually(
      () => drover.devices.list({ online: true }),
      (list) => list.items.some(({ _id }) => !existingIds.has(_id)),
    );
    const device = items.find(({ _id }) => !existingIds.has(_id)) as Device;
    await eventually(
      () => drover.devices.getFacts(device._id),
      ({ agentVersion, isOutdated }) => agentVersion === '1.9.0' && isOutdated,
    );
    const { _id } = await drover.jobs.updateAgents({ devices: [device] });
    expect(await waitForEnd(_id)).toMatchObject({ state: 'succeeded' });
    await former.ended;
    await eventually(
      () => drover.devices.getFacts(device._id),
      ({ agentVersion, isOutdated }) => agentVersion === AGENT_VERSION && !isOutdated,
    );
    expect(await runCode(device, `log('after the update')`)).toMatchObject({ state: 'succeeded' });
    expect(phone.started).toHaveLength(2);
  });

  it('does not start twice on one phone', async () => {
    const { phone, device, agent, code } = await enrolPhone('twice');
    const second = await phone.start(code);
    await second.ended;
    expect(phone.shown).toContainEqual({ op: 'toast', text: 'Drover is running already' });
    expect((await runCode(device, `log('still here')`)).state).toBe('succeeded');
    await installation.drover.devices.remove(device._id);
    await agent.ended;
    expect(phone.shown.some(({ op, text }) => op === 'toast' && text.includes('removed'))).toBe(true);
  });
});
