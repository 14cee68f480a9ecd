import { LINK_CODE_PATH, LINK_LIMITS, type Finished, type Hello, type Run } from '@drover/contract';
import { createHash } from 'node:crypto';
import { createDevice, type TestDevice } from '../../testing/test-device';
import { approve } from '../../testing/test-devscript';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';
import { deleteExpired } from '../retention/retention';

let server: TestServer;
let owner: TestAccount;
let computer: TestDevice;
let phone: TestDevice;
let devscriptId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  computer = await createDevice(server, owner);
  phone = await createDevice(server, owner);
});
beforeEach(async () => {
  const { body } = await owner.as.post('/v1/devscripts').send({ name: 'shop' }).expect(201);
  devscriptId = body._id as string;
});
afterAll(() => server.close());

/** Line 2 of the code is line 7 of the source file. */
const mapOf = (source: string) =>
  JSON.stringify({ version: 3, sources: [source], names: [], mappings: ';AAMA' });

const both = {
  files: [{ path: 'main.ts', text: 'log(1 as number);' }],
  code: 'log(() => 1);',
  sourceMap: mapOf('main.ts'),
  phoneCode: 'log(function () { return 1; });',
  phoneMap: mapOf('phone.ts'),
};

const upload = (fields: object = {}) =>
  owner.as
    .put(`/v1/devscripts/${devscriptId}/project`)
    .send({ ...both, ...fields })
    .expect(204);
const readSha256 = async () => {
  const { text } = await owner.as.get(`/v1/devscripts/${devscriptId}/files/code`).expect(200);
  return createHash('sha256').update(text).digest('hex');
};
const startJob = (scriptId = devscriptId, devices = [computer, phone]) =>
  owner.as
    .post('/v1/jobs')
    .send({ scriptId, devices: devices.map(({ _id }) => ({ _id })) })
    .expect(201);

/** Starts the next run of a device, ends it, and returns its order and what is stored of it. */
async function runNext(device: TestDevice, hello: Partial<Hello>, ended: Partial<Finished> = {}) {
  const link = await device.connect(hello);
  const order = await link.start();
  await link.finish(order.runId, ended);
  await link.close();
  return { order, run: (await owner.as.get(`/v1/runs/${order.runId}`).expect(200)).body as Run };
}

const onComputer = { platform: 'linux' };
const onPhone = { platform: 'android' };

describe('a project with code for phones', () => {
  it.each([
    ['a computer', onComputer, both.code],
    ['a phone', onPhone, both.phoneCode],
    ['a phone without agent', { platform: 'android (AutoX)' }, both.phoneCode],
    ['Node on Android', { platform: 'android', engine: 'node' as const }, both.code],
  ])('runs the code for its engine on %s', async (_title, hello, code) => {
    await upload();
    await startJob(devscriptId, [phone]);
    const { order } = await runNext(phone, hello);
    expect(order.code?.replace(/\n\/\/# droverProject=.*\n$/, '')).toBe(code);
    expect(order).toMatchObject({
      sha256: createHash('sha256')
        .update(order.code ?? '')
        .digest('hex'),
      size: Buffer.byteLength(order.code ?? ''),
    });
  });

  it('sends both to devices of one job, with the values of secrets', async () => {
    await owner.as.put('/v1/secrets/KEY').send({ value: 'hidden' }).expect(204);
    await owner.as
      .put(`/v1/devscripts/${devscriptId}/values`)
      .send({ key: { $secret: 'KEY' } })
      .expect(204);
    await upload();
    const links = [await computer.connect(onComputer), await phone.connect(onPhone)];
    await startJob();
    const orders = await Promise.all(links.map((link) => link.start()));
    expect(orders.map(({ env }) => env?.key)).toEqual(['hidden', 'hidden']);
    expect(orders[0].code).toContain(both.code);
    expect(orders[1].code).toBe(both.phoneCode);
    for (const [index, link] of links.entries()) {
      await link.finish(orders[index].runId);
      await link.close();
    }
  });

  it('lets a phone fetch code that is too large for a frame, while its run is open', async () => {
    const phoneCode = `// ${'x'.repeat(LINK_LIMITS.inlineCodeBytes)}`;
    await upload({ phoneCode });
    await startJob(devscriptId, [phone]);
    const link = await phone.connect(onPhone);
    const order = await link.start();
    expect(order).not.toHaveProperty('code');
    const fetch = (device: TestDevice) =>
      callAs(server.url, device.token).get(`${LINK_CODE_PATH}/${order.sha256}`);
    const { body, text } = await fetch(phone).expect(200);
    expect(text ?? (body as Buffer).toString()).toBe(phoneCode);
    await fetch(computer).expect(404);
    await link.finish(order.runId);
    await fetch(phone).expect(404);
    await link.close();
  });

  it('maps positions with the source map of the engine', async () => {
    await upload();
    await startJob();
    const failed = { state: 'failed' as const, exitCode: 1 };
    const { run: first } = await runNext(computer, onComputer, {
      ...failed,
      reason: 'Error: a (shop.js:2:1)',
    });
    expect(first.reason).toBe('Error: a (main.ts:7:1)');
    const { run: second } = await runNext(phone, onPhone, { ...failed, reason: 'Error: a (shop#2)' });
    expect(second.reason).toBe('Error: a (phone.ts:7)');
  });

  it('leaves positions of phones unchanged without a map for phones', async () => {
    await upload({ phoneMap: undefined });
    await startJob(devscriptId, [phone]);
    const failed = { state: 'failed' as const, exitCode: 1, reason: 'Error: a (shop#2)' };
    expect((await runNext(phone, onPhone, failed)).run.reason).toBe('Error: a (shop#2)');
  });

  it('is another code for every change of the code for phones or its map', async () => {
    await upload();
    const hashes = [await readSha256()];
    for (const change of [{ phoneCode: '1' }, { phoneMap: undefined }, { phoneCode: undefined }]) {
      await upload(change);
      hashes.push(await readSha256());
    }
    expect(new Set(hashes).size).toBe(4);
    await upload();
    expect(await readSha256()).toBe(hashes[0]);
  });

  it('runs on phones when it is published or restored', async () => {
    await upload();
    await approve(server, owner, devscriptId);
    const { body: script } = await owner.as.post(`/v1/devscripts/${devscriptId}/publish`).expect(201);
    await upload({ phoneCode: '2' });
    await startJob(script._id as string, [phone]);
    expect((await runNext(phone, onPhone)).order.code).toBe(both.phoneCode);

    const { body: revisions } = await owner.as.get(`/v1/devscripts/${devscriptId}/revisions`).expect(200);
    const { _id: revisionId } = revisions.items[1] as { _id: string };
    await owner.as.post(`/v1/devscripts/${devscriptId}/revisions/${revisionId}/restore`).expect(201);
    await startJob(devscriptId, [phone]);
    expect((await runNext(phone, onPhone)).order.code).toBe(both.phoneCode);
  });

  it('keeps its contents as long as its code', async () => {
    await upload();
    const { context } = server;
    const old = new Date(0);
    const sha256s = [both.phoneCode, both.phoneMap].map((text) =>
      createHash('sha256').update(text).digest('hex'),
    );
    await context.prisma.content.updateMany({ data: { storedAt: old } });
    await deleteExpired(context);
    expect(await context.prisma.content.count({ where: { sha256: { in: sha256s } } })).toBe(2);
  });
});

it('runs the same code everywhere without code for phones', async () => {
  await upload({ phoneCode: undefined, phoneMap: undefined });
  await startJob();
  const { order } = await runNext(computer, onComputer);
  expect((await runNext(phone, onPhone)).order).toMatchObject({ sha256: order.sha256, code: order.code });
});
