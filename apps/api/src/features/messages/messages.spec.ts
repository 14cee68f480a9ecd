import { LIMITS, LINK_LIMITS } from '@drover/contract';
import { newId } from '../../database/ids';
import { answerOf, done, invalidAt, notFound, outOfScope, refusal } from '../../testing/errors';
import { eventually } from '../../testing/eventually';
import { createDevice, type TestLink } from '../../testing/test-device';
import { execute } from '../../testing/test-jobs';
import { callAs, startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let stranger: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  stranger = await server.createAccount();
});
afterAll(() => server.close());

const inboxOf = async (account: TestAccount) => {
  const { body } = await account.as.get('/v1/messages').expect(200);
  return body.items as { _id: string; title: string | null; text: string; deviceId: string | null }[];
};

/** Receives a message and reports that the device has shown it. */
async function showMessage(link: TestLink) {
  const message = await link.next('message');
  await link.report({ type: 'received', messageId: message.messageId });
  return message;
}

describe.each(['devices', 'robots'])('POST /v1/%s/:deviceId/messages', (family) => {
  const send = (account: TestAccount, deviceId: string, message: object) =>
    answerOf(account.as.post(`/v1/${family}/${deviceId}/messages`).send(message));

  it('pushes the message to a connected device and stores it in the inbox', async () => {
    const device = await createDevice(server, owner);
    const link = await device.connect();
    expect(await send(owner, device._id, { title: '标题', text: '**正文**' })).toEqual(done);
    const frame = await link.next('message');
    expect(frame).toEqual({
      type: 'message',
      messageId: expect.any(String),
      title: '标题',
      text: '**正文**',
    });
    expect((await inboxOf(owner))[0]).toEqual({
      _id: frame.messageId,
      title: '标题',
      text: '**正文**',
      attachments: [],
      isTelemetry: false,
      deviceId: device._id,
      runId: null,
      createdAt: expect.stringMatching(/Z$/),
    });
    await link.close();
  });

  it('stores the message for a device that connects later, and delivers it once', async () => {
    const device = await createDevice(server, owner);
    expect(await send(owner, device._id, { title: 'a', text: 'b' })).toEqual(done);
    const early = await device.connect();
    const { messageId } = await early.next('message');
    await early.close();

    const late = await device.connect();
    expect((await showMessage(late)).messageId).toBe(messageId);
    await late.close();

    const again = await device.connect();
    expect(await send(owner, device._id, { title: 'second', text: 'b' })).toEqual(done);
    expect((await again.next('message')).title).toBe('second');
    expect(again.arrived('message')).toEqual([]);
    await again.close();
  });

  it('does not deliver a message after its deadline', async () => {
    const device = await createDevice(server, owner);
    expect(await send(owner, device._id, { title: 'late', text: '' })).toEqual(done);
    const { deliverBy } = await server.context.prisma.messageDelivery.findFirstOrThrow({
      where: { deviceId: device._id },
    });
    expect(deliverBy.getTime() - Date.now()).toBeGreaterThan(
      (LIMITS.messageDeliverWithinSeconds - 60) * 1000,
    );
    await server.context.prisma.messageDelivery.updateMany({
      where: { deviceId: device._id },
      data: { deliverBy: new Date(Date.now() - 1) },
    });
    const link = await device.connect();
    expect(await send(owner, device._id, { title: 'in time', text: '' })).toEqual(done);
    expect((await link.next('message')).title).toBe('in time');
    await link.close();
  });

  it('limits title and text by code points', async () => {
    const device = await createDevice(server, owner);
    const [title, text] = ['😀'.repeat(LIMITS.messageTitleChars), '😀'.repeat(LIMITS.messageTextChars)];
    expect(await send(owner, device._id, { title, text })).toEqual(done);
    expect((await inboxOf(owner))[0]).toMatchObject({ title, text });
    expect(await send(owner, device._id, { title: `${title}!`, text })).toEqual(invalidAt('title'));
    expect(await send(owner, device._id, { title, text: `${text}!` })).toEqual(invalidAt('text'));
    expect(await send(owner, device._id, {})).toEqual(invalidAt('title', 'text'));
  });

  it.each(['1.2.2', '1.2.3', '1.10.0', '2', 'v1.3', '1.2.2-beta', '10.0.0.1'])(
    'accepts a device of version %s',
    async (appVersion) => {
      const device = await createDevice(server, owner, { appVersion });
      expect(await send(owner, device._id, { title: 'a', text: 'b' })).toEqual(done);
    },
  );

  it.each(['1.2.1', '1.2', '1.1.9', '0.9.99', '', 'unknown', '-2.0.0', '1.x.9'])(
    'rejects a device of version "%s" and stores nothing',
    async (appVersion) => {
      const device = await createDevice(server, owner, { appVersion });
      expect(await send(owner, device._id, { title: 'old', text: 'b' })).toEqual(refusal('oldClient'));
      expect(await server.context.prisma.message.count({ where: { deviceId: device._id } })).toBe(0);
    },
  );

  it('returns 404 for a device of another account', async () => {
    const device = await createDevice(server, owner);
    expect(await send(stranger, device._id, { title: 'a', text: 'b' })).toEqual(notFound);
    expect(await send(owner, newId(), { title: 'a', text: 'b' })).toEqual(notFound);
    expect(await inboxOf(stranger)).toEqual([]);
  });
});

describe('GET /v1/messages', () => {
  it('lists newest first, page by page', async () => {
    const account = await server.createAccount();
    for (const text of ['1', '2', '3']) await account.as.post('/v1/message/send').send({ text }).expect(204);
    const first = await account.as.get('/v1/messages?limit=2').expect(200);
    expect(first.body).toMatchObject({
      count: 2,
      items: [{ text: '3' }, { text: '2' }],
      nextCursor: first.body.items[1]._id,
    });
    const rest = await account.as.get(`/v1/messages?limit=2&cursor=${first.body.nextCursor}`).expect(200);
    expect(rest.body).toEqual({ count: 1, items: [expect.objectContaining({ text: '1' })] });
    expect((await account.as.get('/v1/messages')).body.count).toBe(3);
  });

  it('lists messages of scripts with their attachments', async () => {
    const account = await server.createAccount();
    const device = await createDevice(server, account);
    const link = await device.connect();
    await execute(account, [device]);
    const { runId } = await link.start();
    const attachments = [
      { type: 'json', data: { a: [1, '\0'] } },
      { type: 'image', data: 'data:image/png;base64,AA==' },
    ];
    const frame = { type: 'posted', runId, at: Date.now(), title: 'T', text: 'hi', attachments } as const;
    await link.report(frame);
    await eventually(async () => {
      expect(await inboxOf(account)).toEqual([
        {
          _id: expect.any(String),
          title: 'T',
          text: 'hi',
          attachments,
          isTelemetry: false,
          deviceId: device._id,
          runId,
          createdAt: expect.any(String),
        },
      ]);
    });
    await link.close();
  });

  it('filters by messages that scripts posted as telemetry', async () => {
    const account = await server.createAccount();
    const device = await createDevice(server, account);
    const link = await device.connect();
    await execute(account, [device]);
    const { runId } = await link.start();
    const attachments = [{ type: 'text', data: '"isTelemetry":true}' }];
    await link.report({ type: 'posted', runId, at: Date.now(), text: 'plain', attachments });
    await link.report({ type: 'posted', runId, at: Date.now(), text: 'report', isTelemetry: true });
    const textsOf = async (query: string) => {
      const { body } = await account.as.get(`/v1/messages${query}`).expect(200);
      return (body.items as { text: string; isTelemetry: boolean }[]).map((item) => [
        item.text,
        item.isTelemetry,
      ]);
    };
    await eventually(async () => expect(await textsOf('')).toHaveLength(2));
    expect((await textsOf('')).sort()).toEqual([
      ['plain', false],
      ['report', true],
    ]);
    expect(await textsOf('?telemetry=true')).toEqual([['report', true]]);
    expect(await textsOf('?telemetry=false')).toEqual([['plain', false]]);
    expect(await answerOf(account.as.get('/v1/messages?telemetry=maybe'))).toEqual(invalidAt('telemetry'));
    await link.close();
  });

  it("lists only the caller's own messages", async () => {
    const [sender, other] = [await server.createAccount(), await server.createAccount()];
    await sender.as.post('/v1/message/send').send({ text: 'mine' }).expect(204);
    expect(await inboxOf(other)).toEqual([]);
    const writer = callAs(server.url, await sender.createToken({ scopes: ['write'] }));
    expect(await answerOf(writer.get('/v1/messages'))).toEqual(outOfScope);
  });
});

it('limits messages to the size of a frame', () => {
  expect(4 * (LIMITS.sentTextChars + LIMITS.messageTitleChars)).toBeLessThan(LINK_LIMITS.frameBytes);
});
