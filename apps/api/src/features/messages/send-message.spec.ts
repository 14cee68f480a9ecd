import { newId } from '../../database/ids';
import { answerOf, done, invalidAt, outOfScope, refusal } from '../../testing/errors';
import { createDevice } from '../../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const inboxOf = async (account: TestAccount) => {
  const { body } = await account.as.get('/v1/messages').expect(200);
  return body.items as { _id: string; title: string | null; text: string; deviceId: string | null }[];
};

describe('/v1/message/send', () => {
  const path = '/v1/message/send';
  const open = () => server.request();
  let account: TestAccount;

  beforeEach(async () => {
    account = await server.createAccount();
  });

  const newest = async () => (await inboxOf(account))[0]?.text;

  it('reads the token and the text from the query', async () => {
    const query = { token: account.token, text: '# 你好 & so on' };
    expect(await answerOf(open().get(path).query(query))).toEqual(done);
    expect(await answerOf(open().post(path).query(query))).toEqual(done);
    expect((await inboxOf(account)).map(({ text }) => text)).toEqual([query.text, query.text]);
  });

  it('sends nothing for HEAD', async () => {
    const query = { token: account.token, text: 'a preview of a link' };
    expect((await open().head(path).query(query)).status).toBe(404);
    expect(await inboxOf(account)).toEqual([]);
  });

  it('reads the token from the header', async () => {
    expect(await answerOf(account.as.get(path).query({ text: 'get' }))).toEqual(done);
    expect(await newest()).toBe('get');
    expect(await answerOf(account.as.post(path).send({ text: 'json' }))).toEqual(done);
    expect(await newest()).toBe('json');
  });

  it('reads both from JSON, forms and multipart fields', async () => {
    const { token } = account;
    expect(await answerOf(open().post(path).send({ token, text: 'json' }))).toEqual(done);
    expect(await newest()).toBe('json');
    expect(await answerOf(open().post(path).type('form').send({ token, text: 'a form' }))).toEqual(done);
    expect(await newest()).toBe('a form');
    expect(await answerOf(open().post(path).field('token', token).field('text', 'multipart'))).toEqual(done);
    expect(await newest()).toBe('multipart');
    expect(await answerOf(account.as.post(path).field('text', 'with a header'))).toEqual(done);
    expect(await newest()).toBe('with a header');
  });

  it('prefers the text of the query to that of the body', async () => {
    const request = open().post(path).query({ token: account.token, text: 'query' });
    expect(await answerOf(request.send({ text: 'body', token: 'hmp_0' }))).toEqual(done);
    expect(await newest()).toBe('query');
    expect(await answerOf(open().post(path).query({ token: account.token }).send({ text: 'body' }))).toEqual(
      done,
    );
    expect(await newest()).toBe('body');
  });

  it('requires a text', async () => {
    const { token } = account;
    expect(await answerOf(open().get(path).query({ token }))).toEqual(invalidAt('text'));
    expect(await answerOf(open().get(path).query({ token, text: '' }))).toEqual(invalidAt('text'));
    expect(await answerOf(open().post(path).send({ token }))).toEqual(invalidAt('text'));
    expect(await answerOf(open().post(path).send({ token, text: 1 }))).toEqual(invalidAt('text'));
    expect(await answerOf(open().get(`${path}?token=${token}&text=a&text=b`))).toEqual(invalidAt('text'));
    expect(await answerOf(account.as.post(path).type('json').send('null'))).toEqual(invalidAt(''));
    expect(await newest()).toBeUndefined();
  });

  it('stores 2000 characters and truncates longer texts', async () => {
    for (const [text, stored] of [
      ['a'.repeat(2000), 'a'.repeat(2000)],
      ['a'.repeat(2001), 'a'.repeat(2000)],
      ['😀'.repeat(2000), '😀'.repeat(2000)],
      ['😀'.repeat(2001), '😀'.repeat(2000)],
      [`${'a'.repeat(1999)}😀b`, `${'a'.repeat(1999)}😀`],
      ['a\0b', 'a\uFFFDb'],
    ]) {
      expect(await answerOf(open().post(path).send({ token: account.token, text }))).toEqual(done);
      expect(await newest()).toBe(stored);
    }
  });

  it('accepts a text of a megabyte', async () => {
    const text = 'x'.repeat(1_000_000);
    const { token } = account;
    const requests = [
      open().post(path).send({ token, text }),
      open().post(path).type('form').send({ token, text }),
      open().post(path).field('token', token).field('text', text),
      account.as.post(path).send({ text: text.repeat(10) }),
      account.as.post(path).field('text', text.repeat(10)),
    ];
    for (const request of requests) expect(await answerOf(request)).toEqual(done);
    expect((await inboxOf(account)).map((message) => message.text.length)).toEqual(Array(5).fill(2000));
  });

  it('sends to the devices of the notification settings that support messages', async () => {
    const capable = await createDevice(server, account);
    const old = await createDevice(server, account, { appVersion: '1.2.1' });
    const gone = await createDevice(server, account);
    const other = await createDevice(server, account);
    const devices = [old._id, gone._id, capable._id];
    await account.as.put('/v1/notification-settings').send({ devices }).expect(204);
    await account.as.delete(`/v1/devices/${gone._id}`).expect(204);
    const link = await capable.connect();

    expect(await answerOf(account.as.post(path).send({ text: 'to all' }))).toEqual(done);
    expect(await link.next('message')).toEqual({
      type: 'message',
      messageId: expect.any(String),
      text: 'to all',
    });
    const deliveries = await server.context.prisma.messageDelivery.findMany({
      where: { deviceId: { in: [...devices, other._id] } },
    });
    expect(deliveries.map(({ deviceId }) => deviceId)).toEqual([capable._id]);
    expect(await inboxOf(account)).toMatchObject([{ text: 'to all', title: null, deviceId: null }]);
    await link.close();
  });

  it('rejects a wrong or missing token and one without the scope', async () => {
    for (const token of ['hmp_0', '', undefined]) {
      expect(await answerOf(open().get(path).query({ token, text: 'a' }))).toEqual(refusal('invalidToken'));
      expect(await answerOf(open().post(path).send({ token, text: 'a' }))).toEqual(refusal('invalidToken'));
    }
    const reader = await account.createToken({ scopes: ['read'] });
    expect(await answerOf(open().get(path).query({ token: reader, text: 'a' }))).toEqual(outOfScope);
    expect(await newest()).toBeUndefined();
  });

  it('accepts the token as a parameter only on this path', async () => {
    const { token } = account;
    expect(await answerOf(open().get('/v1/devices').query({ token }))).toEqual(refusal('invalidToken'));
  });

  it("accepts session cookies only from the server's own pages, also with GET", async () => {
    const email = `${newId()}@example.org`;
    const created = { email, password: 'correct horse' };
    const administrator = await server.createAccount({ isAdministrator: true });
    await administrator.as.post('/v1/accounts').send(created).expect(201);
    const { headers } = await server.request().post('/v1/sessions').send(created).expect(201);
    const cookie = (headers['set-cookie'] as unknown as string[])[0];

    const get = () => open().get(path).set('Cookie', cookie).query({ text: 'from a page' });
    expect(await answerOf(get())).toEqual(refusal('foreignOrigin'));
    expect(await answerOf(get().set('Origin', 'https://elsewhere.example'))).toEqual(
      refusal('foreignOrigin'),
    );
    expect(await answerOf(get().set('Origin', server.url))).toEqual(done);
    const { body } = await open().get('/v1/messages').set('Cookie', cookie).expect(200);
    expect(body).toMatchObject({ count: 1, items: [{ text: 'from a page' }] });
  });
});
