import { LIMITS, type Message } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { createDevice, type TestDevice, type TestLink } from '../../testing/test-device';
import { execute } from '../../testing/test-jobs';
import { TestReceiver } from '../../testing/test-receiver';
import { createWebhook } from '../../testing/test-webhook';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;
let link: TestLink;
let runId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  device = await createDevice(server, owner);
  link = await device.connect();
  await execute(owner, [device]);
  ({ runId } = await link.start());
});
afterEach(() => link.close());

const dropped = 'This run posted more than 32 MB. Its further messages were dropped.';
/** What a message without attachments counts beside its text and title. */
const overhead = LIMITS.postedOverheadBytes + JSON.stringify({ attachments: [] }).length;

const post = (message: object) => link.report({ type: 'posted', runId, at: Date.now(), ...message });

/** Returns the inbox, oldest first. */
async function readInbox(): Promise<Message[]> {
  return ((await owner.as.get('/v1/messages?limit=100')).body as { items: Message[] }).items.reverse();
}

async function leaveRoom(bytes: number): Promise<void> {
  const data = { postedBytes: BUDGET.reportPostedBytes.max - bytes };
  await server.context.prisma.run.update({ where: { id: runId }, data });
}

describe('a message that a script posts', () => {
  it('is stored up to its limit and cut beyond it', async () => {
    const longest = 'x'.repeat(BUDGET.reportPostedTextBytes.max);
    await post({ text: longest, title: longest });
    await post({ text: `${longest}x`, title: `${longest}x` });
    const [whole, cut] = await readInbox();
    expect(whole).toMatchObject({ text: longest, title: longest });
    expect(Buffer.byteLength(cut.text)).toBe(BUDGET.reportPostedTextBytes.max);
    expect(Buffer.byteLength(cut.title ?? '')).toBe(BUDGET.reportPostedTextBytes.max);
    expect(cut.text).toMatch(/^x+ …$/);
  });

  it('is dropped if the run has posted too much, which the inbox says once', async () => {
    const attachments = [{ type: 'json', data: { a: 1 } }];
    await leaveRoom(2 * overhead + 1 + JSON.stringify(attachments).length - 2);
    await post({ text: '', attachments });
    await post({ text: 'b' });
    await post({ text: 'c', title: 'C', attachments });
    await post({ text: 'd' });
    expect(await readInbox()).toMatchObject([
      { text: '', attachments },
      { text: 'b' },
      { text: dropped, title: null, attachments: [] },
    ]);
  });

  it('is sent to each webhook as the inbox has it', async () => {
    const receiver = await TestReceiver.open();
    for (const events of [['message.created'], 'all', ['device.online']]) {
      await createWebhook(server, owner, { url: receiver.url, events });
    }
    const attachments = [{ type: 'json', data: { a: 1 } }];
    const texts = 'A\uFFFDb';
    await leaveRoom(2 * overhead + Buffer.byteLength(texts) + JSON.stringify(attachments).length - 2);
    await post({ text: '', title: 'A\0', attachments });
    await post({ text: 'b', isTelemetry: true });
    await post({ text: 'c', title: 'C', attachments });
    await receiver.requests(6);
    const sent = receiver.received.map(({ body }) => (JSON.parse(body) as { data: Message }).data);
    const inbox = await readInbox();
    expect(inbox).toMatchObject([{ title: 'A\uFFFD' }, { isTelemetry: true }, { text: dropped }]);
    for (const message of inbox) {
      expect(sent.filter(({ _id }) => _id === message._id)).toEqual([message, message]);
    }
    await receiver.close();
  });

  it('counts its overhead, so that the number of messages is bounded too', async () => {
    await leaveRoom(2 * overhead - 1);
    await post({ text: '' });
    await post({ text: '' });
    expect((await readInbox()).map(({ text }) => text)).toEqual(['', dropped]);
  });

  it('counts once if the device repeats it', async () => {
    await leaveRoom(2 * overhead + 2);
    const frame = { type: 'posted' as const, runId, at: 0, text: 'a', n: 10 };
    for (let i = 0; i < 10; i += 1) link.sendRaw(frame);
    await post({ n: 11, text: 'b' });
    expect((await readInbox()).map(({ text }) => text)).toEqual(['a', 'b']);
  });
});
