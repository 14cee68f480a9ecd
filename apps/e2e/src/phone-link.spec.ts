import { DeviceFrame } from '@drover/contract';
import { scratchFolder } from '@drover/test-installation';
import { LinkEnd, orderOf } from './testing/phone/link-end';
import { Phone } from './testing/phone/phone';
import { describeOnRhino } from './testing/phone/rhino';

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let end: LinkEnd;
let phone: Phone;

jest.setTimeout(180_000);

beforeEach(async () => {
  folder = await scratchFolder();
  end = await LinkEnd.open();
  phone = new Phone(folder.path);
  await phone.start(end.agentCode());
  await end.find(({ type }) => type === 'hello');
});
afterEach(async () => {
  await phone.kill();
  await end.close();
  await folder.remove();
});

describeOnRhino("the phone's side of the device link", () => {
  it('says the credential in its first frame, and speaks as the contract has it', async () => {
    const order = orderOf('sleep(1);', 1);
    end.send(order);
    await end.find(({ type }) => type === 'finished');
    end.send({ type: 'stop', runId: '9'.repeat(24), reason: 'unknown here' });
    await end.find((frame) => frame.type === 'finished' && frame.state === 'canceled');
    expect(end.frames[0]).toMatchObject({ type: 'hello', protocol: 1, token: 'hmd_test', runs: [] });
    for (const frame of end.frames) expect(DeviceFrame.parse(frame)).toEqual(frame);
  });

  it('starts a run once, however often it is delivered', async () => {
    const order = orderOf('sleep(500);', 1);
    end.send(order);
    end.send(order);
    await end.find(({ type }) => type === 'started');
    end.send(order);
    await end.find(({ type }) => type === 'finished');
    const from = end.frames.length;
    end.send(order);
    expect(await end.find(({ type }) => type === 'finished', from)).toMatchObject({ state: 'succeeded' });
    expect(phone.started).toEqual(['x']);
  });

  it('keeps what was not acknowledged, over its own restart, under the same numbers', async () => {
    end.isAcknowledging = false;
    end.send(orderOf('sleep(1);', 1));
    const told = await end.find(({ type }) => type === 'finished');
    const from = end.frames.length;
    await phone.kill();
    phone = new Phone(folder.path);
    await phone.start(end.agentCode());
    expect(await end.find(({ type }) => type === 'hello', from)).toMatchObject({
      runs: [orderOf('', 1).runId],
    });
    expect(await end.find(({ type }) => type === 'finished', from)).toEqual(told);
    end.isAcknowledging = true;
    end.send({ type: 'ack', n: 3 });
    end.send(orderOf('sleep(1);', 2));
    expect(await end.find((frame) => 'n' in frame && frame.n > 3)).toMatchObject({ type: 'accepted', n: 4 });
  });

  it('lets runs of one script wait for one another, also over a restart', async () => {
    const scriptId = '7'.repeat(24);
    end.send({ ...orderOf('sleep(600000);', 1), scriptId });
    end.send({ ...orderOf('sleep(1);', 2), scriptId });
    await end.find((frame) => frame.type === 'accepted' && frame.runId === orderOf('', 2).runId);
    end.send(orderOf('sleep(1);', 3));
    await end.find((frame) => frame.type === 'finished' && frame.runId === orderOf('', 3).runId);
    await phone.kill();
    const from = end.frames.length;
    phone = new Phone(folder.path);
    await phone.start(end.agentCode());
    const endOf = (index: number) =>
      end.find((frame) => frame.type === 'finished' && frame.runId === orderOf('', index).runId, from);
    expect(await endOf(1)).toMatchObject({ state: 'lost' });
    expect(await endOf(2)).toMatchObject({ state: 'succeeded' });
  });
});
