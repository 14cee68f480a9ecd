import { DeviceFrame } from '@drover/contract';
import { createScratchFolder } from '@drover/test-installation';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createOrder, FakeServer } from './testing/phone/fake-server';
import { Phone } from './testing/phone/phone';
import { describeOnRhino } from './testing/phone/rhino';

let folder: Awaited<ReturnType<typeof createScratchFolder>>;
let server: FakeServer;
let phone: Phone;

beforeEach(async () => {
  folder = await createScratchFolder();
  server = await FakeServer.open();
  phone = new Phone(folder.path);
  await phone.start(server.buildAgentCode());
  await server.waitForFrame(({ type }) => type === 'hello');
});
afterEach(async () => {
  await phone.kill();
  await server.close();
  await folder.remove();
});

describeOnRhino('device link of the phone agent', () => {
  it('sends the token in its first frame, and only frames that match the contract', async () => {
    const order = createOrder('sleep(1);', 1);
    server.send(order);
    await server.waitForFrame(({ type }) => type === 'finished');
    server.send({ type: 'stop', runId: '9'.repeat(24), reason: 'unknown run' });
    await server.waitForFrame((frame) => frame.type === 'finished' && frame.state === 'canceled');
    expect(server.frames[0]).toMatchObject({ type: 'hello', protocol: 1, token: 'hmd_test', runs: [] });
    for (const frame of server.frames) expect(DeviceFrame.parse(frame)).toEqual(frame);
  });

  it('starts a run once even if it is delivered several times', async () => {
    const order = createOrder('sleep(500);', 1);
    server.send(order);
    server.send(order);
    await server.waitForFrame(({ type }) => type === 'started');
    server.send(order);
    await server.waitForFrame(({ type }) => type === 'finished');
    const from = server.frames.length;
    server.send(order);
    expect(await server.waitForFrame(({ type }) => type === 'finished', from)).toMatchObject({
      state: 'succeeded',
    });
    expect(phone.started).toEqual(['x']);
  });

  it('sends unacknowledged frames again after a restart, with the same numbers', async () => {
    server.isAcknowledging = false;
    server.send(createOrder('sleep(1);', 1));
    const finished = await server.waitForFrame(({ type }) => type === 'finished');
    const from = server.frames.length;
    await phone.kill();
    phone = new Phone(folder.path);
    await phone.start(server.buildAgentCode());
    expect(await server.waitForFrame(({ type }) => type === 'hello', from)).toMatchObject({
      runs: [createOrder('', 1).runId],
    });
    expect(await server.waitForFrame(({ type }) => type === 'finished', from)).toEqual(finished);
    server.isAcknowledging = true;
    server.send({ type: 'ack', n: 3 });
    server.send(createOrder('sleep(1);', 2));
    expect(await server.waitForFrame((frame) => 'n' in frame && frame.n > 3)).toMatchObject({
      type: 'accepted',
      n: 4,
    });
  });

  it('runs one script sequentially, also after a restart', async () => {
    const scriptId = '7'.repeat(24);
    server.send({ ...createOrder('sleep(600000);', 1), scriptId });
    server.send({ ...createOrder('sleep(1);', 2), scriptId });
    await server.waitForFrame(
      (frame) => frame.type === 'accepted' && frame.runId === createOrder('', 2).runId,
    );
    server.send(createOrder('sleep(1);', 3));
    await server.waitForFrame(
      (frame) => frame.type === 'finished' && frame.runId === createOrder('', 3).runId,
    );
    await phone.kill();
    const from = server.frames.length;
    phone = new Phone(folder.path);
    await phone.start(server.buildAgentCode());
    const waitForEnd = (index: number) =>
      server.waitForFrame(
        (frame) => frame.type === 'finished' && frame.runId === createOrder('', index).runId,
        from,
      );
    expect(await waitForEnd(1)).toMatchObject({ state: 'lost' });
    expect(await waitForEnd(2)).toMatchObject({ state: 'succeeded' });
  });

  it('reads journal and outbox of the version before the shared library', async () => {
    await phone.kill();
    await cp(join(__dirname, 'testing/phone/fixtures/files-of-2.0.0'), join(folder.path, 'drover'), {
      recursive: true,
    });
    const from = server.frames.length;
    phone = new Phone(folder.path);
    await phone.start(server.buildAgentCode());
    const waitForEnd = (digit: string) =>
      server.waitForFrame((frame) => frame.type === 'finished' && frame.runId === digit.repeat(24), from);
    expect(await waitForEnd('2')).toMatchObject({ n: 6, state: 'succeeded', at: 1795338049995 });
    expect(await waitForEnd('3')).toMatchObject({ n: 10, state: 'lost', startedAt: 1795338000003 });
    expect(await waitForEnd('4')).toMatchObject({ state: 'succeeded' });
    server.send({ ...createOrder('sleep(1);', 1), runId: '1'.repeat(24) });
    expect(await waitForEnd('1')).toMatchObject({ state: 'succeeded', at: 1795338049979 });
    expect(phone.started).toEqual(['x']);
  });

  it.each([
    ['ends', 'throw new Error("broken");', 'ended before it had connected'],
    ['does not connect', 'setInterval(function () {}, 1000);', 'did not connect within 60 s'],
  ])('comes back when the agent of an update %s', async (_what, code, problem) => {
    server.agentCode = code;
    server.send({ ...createOrder('', 1), code: undefined, isUpdate: true });
    expect(await server.waitForFrame(({ type }) => type === 'finished', 0, 120_000)).toMatchObject({
      state: 'failed',
      reason: `the former version is back, because the new one ${problem}`,
    });
    server.send(createOrder('sleep(1);', 2));
    const isNext = (frame: DeviceFrame) =>
      frame.type === 'finished' && frame.runId === createOrder('', 2).runId;
    expect(await server.waitForFrame(isNext)).toMatchObject({ state: 'succeeded' });
    expect(phone.started).toEqual(['drover-agent', 'x']);
  });

  it('keeps its agent if it cannot get the new one', async () => {
    server.agentCode = '';
    server.send({ ...createOrder('', 1), code: undefined, isUpdate: true });
    const finished = await server.waitForFrame(({ type }) => type === 'finished');
    expect(finished).toMatchObject({
      state: 'failed',
      reason: 'the update could not be installed: the server responded with status 503',
    });
    expect(phone.started).toEqual([]);
  });

  it('finds out after a restart that an update was interrupted', async () => {
    server.agentCode = 'setInterval(function () {}, 1000);';
    server.send({ ...createOrder('', 1), code: undefined, isUpdate: true });
    await server.waitForFrame(({ type }) => type === 'started');
    await phone.kill();
    const from = server.frames.length;
    phone = new Phone(folder.path);
    await phone.start(server.buildAgentCode());
    expect(await server.waitForFrame(({ type }) => type === 'finished', from)).toMatchObject({
      state: 'failed',
      reason: 'the agent ended during the update, and runs in its former version',
    });
  });
});
