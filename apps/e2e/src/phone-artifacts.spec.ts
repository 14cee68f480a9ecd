import type { Artifact, Device, Run } from '@drover/sdk';
import { eventually, Installation } from '@drover/test-installation';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, Phone } from './testing/phone/phone';
import { describeOnRhino } from './testing/phone/rhino';
import { SlowProxy } from './testing/phone/slow-proxy';

/** Long, because the stand-in starts a Java process for each script. */
const timeoutMs = 120_000;

let installation: Installation;
let phones: Phone[] = [];

beforeAll(async () => {
  installation = await Installation.start();
});
afterEach(async () => {
  await Promise.all(phones.map((phone) => phone.kill()));
  phones = [];
});
afterAll(() => installation?.close());

const folderOf = (name: string) => join(installation.folder, name);
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Starts a phone whose agent connects to `url`, and waits for its device. */
async function enrolPhone(name: string, { app = 'autox', url = installation.url } = {}) {
  const { drover } = installation;
  const existingIds = new Set((await drover.devices.list()).items.map(({ _id }) => _id));
  const { key } = await drover.enrolmentKeys.create();
  const code = await (await fetch(`${url}/autox/${key}/agent.js`)).text();
  const phone = new Phone(folderOf(name), app as App);
  phones.push(phone);
  await phone.start(code);
  const isNew = (device: Device) => device.online && !existingIds.has(device._id);
  const { items } = await eventually(
    () => drover.devices.list(),
    (list) => list.items.some(isNew),
    timeoutMs,
  );
  return { phone, code, device: items.find(isNew) as Device };
}

/** Runs code on a device, and returns the run once it has ended. */
async function run(device: Device, code: string): Promise<Run> {
  const scriptId = await installation.createScript(code);
  const { jobId } = await installation.drover.devscripts.run(scriptId, { devices: [device] });
  return waitForEnd(jobId);
}

/** Runs code with a picture on failure. */
async function runWithPicture(device: Device, code: string): Promise<Run> {
  const { _id } = await installation.drover.jobs.create({
    code,
    devices: [device],
    screenshotOnFailure: true,
  });
  return waitForEnd(_id);
}

function waitForEnd(jobId: string): Promise<Run> {
  return installation.waitForRun(jobId, ['succeeded', 'failed', 'lost', 'rejected'], timeoutMs);
}

/** Waits until the run has so many artifacts, and returns them by name. */
async function waitForArtifacts({ _id }: Pick<Run, '_id'>, count: number): Promise<Map<string, Artifact>> {
  const { items } = await eventually(
    () => installation.drover.runs.listArtifacts(_id).catch(() => ({ items: [] as Artifact[] })),
    (list) => list.items.length >= count,
    timeoutMs,
  );
  expect(items).toHaveLength(count);
  return new Map(items.map((item) => [item.name, item]));
}

async function download({ runId, _id }: Artifact): Promise<Buffer> {
  const response = await installation.drover.runs.getArtifact(runId, _id);
  return Buffer.from(await response.arrayBuffer());
}

/** Names of the files that the phone has not uploaded yet. */
function waitingOn(name: string): string[] {
  const folder = join(folderOf(name), 'drover/artifacts');
  return existsSync(folder) ? readdirSync(folder) : [];
}

async function expectNothingWaits(name: string): Promise<void> {
  await eventually(
    async () => waitingOn(name),
    ({ length }) => length === 0,
    timeoutMs,
  );
}

describeOnRhino.each<App>(['autox', 'autojs6', 'autojs4'])('artifacts of a script on %s', (app) => {
  it('are texts, files and pictures', async () => {
    const name = `saves-${app}`;
    const { device, phone } = await enrolPhone(name, { app });
    const large = Buffer.alloc(5_000_000, 'photo');
    mkdirSync(join(folderOf(name), 'sdcard'), { recursive: true });
    writeFileSync(join(folderOf(name), 'sdcard/photo.jpg'), large);
    const ended = await run(
      device,
      `drover.result([
        drover.artifacts.save('文本 & 1.txt', 'hello, 世界'), drover.artifacts.save('empty', ''),
        drover.artifacts.save('photo.jpg', '/sdcard/photo.jpg'),
        drover.artifacts.save('again.jpg', { path: '/sdcard/photo.jpg' }),
        drover.screenshot(), drover.screenshot('after login.png')
      ]);`,
    );
    expect(ended).toMatchObject({ state: 'succeeded' });
    const artifacts = await waitForArtifacts(ended, 6);
    const { value } = await installation.drover.runs.getResult(ended._id);
    for (const saved of value as Pick<Artifact, 'name' | 'size' | 'sha256' | 'problem'>[]) {
      expect(saved.problem).toBeNull();
      const artifact = artifacts.get(saved.name)!;
      expect(artifact).toMatchObject(saved);
      expect(hash(await download(artifact))).toBe(saved.sha256);
    }
    expect((await download(artifacts.get('文本 & 1.txt')!)).toString()).toBe('hello, 世界');
    expect(artifacts.get('photo.jpg')).toMatchObject({
      sha256: hash(large),
      size: large.length,
      kind: 'file',
    });
    for (const picture of ['screenshot-1.png', 'after login.png']) {
      const artifact = artifacts.get(picture)!;
      expect(artifact.kind).toBe('image');
      const png = await download(artifact);
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([4, 6]);
    }
    expect(phone.shown.filter(({ op }) => op === 'capture request')).toHaveLength(1);
    await expectNothingWaits(name);
  });
});

describeOnRhino.each<App>(['autox', 'autojs6', 'autojs4'])('a picture on failure on %s', (app) => {
  it('is taken with the permission of the script, and nobody is asked for one', async () => {
    const { device, phone } = await enrolPhone(`fails-${app}`, { app });
    const failed = await runWithPicture(device, `requestScreenCapture(); null.x();`);
    expect(failed).toMatchObject({ state: 'failed' });
    const artifacts = await waitForArtifacts(failed, 1);
    const picture = artifacts.get('screenshot-1.png')!;
    expect(picture.kind).toBe('image');
    const png = await download(picture);
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([4, 6]);

    const withoutPermission = await runWithPicture(device, `throw new Error('x');`);
    expect(withoutPermission).toMatchObject({ state: 'failed' });
    expect(await installation.readLog(withoutPermission)).toContain(
      'drover.screenshot: "screenshot-1.png" was left out: the script had no permission: call requestScreenCapture() in it',
    );
    const succeeded = await runWithPicture(device, `requestScreenCapture();`);
    const exited = await runWithPicture(device, `requestScreenCapture(); hamibot.exit();`);
    expect([succeeded.state, exited.state]).toEqual(['succeeded', 'succeeded']);
    await expectNothingWaits(`fails-${app}`);
    for (const { _id } of [withoutPermission, succeeded, exited]) {
      expect((await installation.drover.runs.listArtifacts(_id)).items).toEqual([]);
    }
    expect(phone.shown.filter(({ op }) => op === 'capture request')).toHaveLength(3);
  });
});

describeOnRhino('artifacts of a phone', () => {
  it('are left out with a reason if that is necessary, and the run goes on', async () => {
    const { device, phone } = await enrolPhone('refuses');
    writeFileSync(join(folderOf('refuses'), 'refuses-capture'), '');
    const ended = await run(
      device,
      `function attempt(act) { try { return act(); } catch (error) { return error.message; } }
      var save = drover.artifacts.save;
      var values = [drover.screenshot('x.png'), drover.screenshot(), save('twice', '1'), save('twice', '2'),
        save(new Array(300).join('x'), 'text'), attempt(function () { return save('none', './none.txt'); }),
        attempt(function () { return save('type', 7); })];
      captureScreen = undefined; values.push(drover.screenshot('y.png')); drover.result(values);`,
    );
    expect(ended).toMatchObject({ state: 'succeeded' });
    const refused = 'the phone does not permit pictures of the screen';
    expect((await installation.drover.runs.getResult(ended._id)).value).toMatchObject([
      { name: 'x.png', size: null, sha256: null, problem: refused },
      { name: 'screenshot-1.png', problem: refused },
      { name: 'twice', size: 1, problem: null },
      { problem: 'the run has an artifact of this name' },
      { problem: 'its name has more than 255 characters' },
      'drover.artifacts.save: there is no file ./none.txt.',
      'drover.artifacts.save: on phones the content must be a string, or { path } of a file.',
      { name: 'y.png', problem: 'the app has no function for pictures of the screen' },
    ]);
    expect(await installation.readLog(ended)).toContain(
      `drover.screenshot: "x.png" was left out: ${refused}`,
    );
    expect(phone.shown.filter(({ op }) => op === 'capture request')).toHaveLength(1);
    await waitForArtifacts(ended, 1);
    await expectNothingWaits('refuses');
  });

  it('arrive once, and continue where they were, when the server is killed in mid-upload', async () => {
    const proxy = await SlowProxy.open(installation.url, 6_000_000);
    try {
      const { device } = await enrolPhone('server-dies', { url: proxy.url });
      const content = Buffer.alloc(24_000_000, 'mid-upload');
      mkdirSync(join(folderOf('server-dies'), 'sdcard'), { recursive: true });
      writeFileSync(join(folderOf('server-dies'), 'sdcard/film.mp4'), content);
      const ended = await run(device, `drover.artifacts.save('film.mp4', '/sdcard/film.mp4');`);
      expect(ended.state).toBe('succeeded');
      await eventually(
        async () => proxy.bytes,
        (bytes) => bytes > 9_000_000,
        timeoutMs,
      );
      await installation.server.kill();
      const sent = proxy.bytes;
      expect(sent).toBeLessThan(content.length);
      await installation.startServer();
      const artifacts = await waitForArtifacts(ended, 1);
      expect(hash(await download(artifacts.get('film.mp4')!))).toBe(hash(content));
      // The complete parts are not sent again.
      expect(proxy.bytes).toBeLessThan(content.length + 6_000_000);
      await expectNothingWaits('server-dies');
    } finally {
      await proxy.close();
    }
  });

  it('arrive after the app was killed before it could send them', async () => {
    const { device, phone, code } = await enrolPhone('app-dies');
    const started = await installation.run(
      device,
      `sleep(4000); drover.artifacts.save('late', 'kept'); sleep(600000);`,
      ['running'],
    );
    await installation.server.kill();
    await eventually(
      async () => waitingOn('app-dies'),
      (names) => names.some((name) => name.endsWith('.json')),
      timeoutMs,
    );
    await phone.kill();
    const entry = waitingOn('app-dies').find((name) => name.endsWith('.json'))!;
    const path = join(folderOf('app-dies'), 'drover/artifacts', entry);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ name: 'late', runId: started._id });
    await installation.startServer();
    const again = new Phone(folderOf('app-dies'));
    phones.push(again);
    await again.start(code);
    const artifacts = await waitForArtifacts(started, 1);
    expect((await download(artifacts.get('late')!)).toString()).toBe('kept');
    await expectNothingWaits('app-dies');
  });
});
