import { ERRORS } from '@drover/contract';
import { connectRaw, type RawClient } from '../testing/raw-client';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let client: RawClient;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createAccount();
  client = await connectRaw(server.url);
});
afterEach(() => client.close());

const head = (line: string, ...headers: string[]) =>
  Buffer.from([line, 'Host: drover.example', ...headers, '', ''].join('\r\n'));
const get = (path: string) => head(`GET ${path} HTTP/1.1`, `Authorization: token ${owner.token}`);

const inbox = async () => {
  const { body } = await owner.as.get('/v1/messages?limit=100').expect(200);
  return (body.items as { text: string }[]).map(({ text }) => text).reverse();
};

it('sends the message that curl puts into the query as UTF-8', async () => {
  await client.send(head(`GET /v1/message/send?token=${owner.token}&text=消息内容 HTTP/1.1`, 'Accept: */*'));
  expect(await client.receive()).toMatchObject({ status: 204 });
  expect(await inbox()).toEqual(['消息内容']);
});

it('filters devscripts by a name in UTF-8', async () => {
  await owner.as.post('/v1/devscripts').send({ name: '演示脚本' }).expect(201);
  await client.send(get('/v1/devscripts?name=演示脚本'));
  const { status, body } = await client.receive();
  expect(status).toBe(200);
  expect(JSON.parse(body)).toMatchObject({ count: 1, items: [{ name: '演示脚本' }] });
});

it('accepts UTF-8 in the path', async () => {
  await client.send(get('/v1/设备'));
  const { status, body } = await client.receive();
  expect(status).toBe(404);
  expect(JSON.parse(body)).toMatchObject({ code: ERRORS.noSuchRoute.code });
});

it('accepts a request that is split at any byte, on one connection', async () => {
  const request = head(`GET /v1/message/send?token=${owner.token}&text=消息 HTTP/1.1`);
  for (let split = 1; split < request.length; split += 1) {
    await client.send(request.subarray(0, split), request.subarray(split));
    expect(await client.receive()).toMatchObject({ status: 204 });
  }
  const { total } = (await owner.as.get('/v1/messages?total=true')).body as { total: number };
  expect(total).toBe(request.length - 1);
});

it('accepts a request that arrives byte by byte', async () => {
  await client.send(...[...get('/v1/devscripts?name=演示')].map((byte) => Buffer.of(byte)));
  expect(await client.receive()).toMatchObject({ status: 200 });
});

it('reads the body of such a request, split as well', async () => {
  const body = Buffer.from('{"text":"正文"}');
  const line = `POST /v1/message/send?token=${owner.token}&name=名 HTTP/1.1`;
  const request = Buffer.concat([head(line, `Content-Length: ${body.length}`), body]);
  const split = request.length - 8;
  await client.send(request.subarray(0, 3), request.subarray(3, split), request.subarray(split));
  expect(await client.receive()).toMatchObject({ status: 204 });
  await client.send(get('/v1/devscripts?name=演示'));
  expect(await client.receive()).toMatchObject({ status: 200 });
  expect(await inbox()).toEqual(['正文']);
});

it('answers requests in one packet in their order', async () => {
  const send = (text: string) => head(`GET /v1/message/send?token=${owner.token}&text=${text} HTTP/1.1`);
  await client.send(Buffer.concat([get('/v1/devices'), send('一'), send('two'), send('三'), get('/v1/x')]));
  const statuses = [];
  for (let index = 0; index < 5; index += 1) statuses.push((await client.receive()).status);
  expect(statuses).toEqual([200, 204, 204, 204, 404]);
  // The server handles requests of one packet at the same time.
  expect((await inbox()).sort()).toEqual(['一', 'two', '三'].sort());
});

it('does not take bytes of a body for the start of a request line', async () => {
  const body = 'x=\nGET /v1/devices?name=';
  const post = head('POST /v1/message/send?text=a HTTP/1.1', `Content-Length: ${body.length}`);
  await client.send(Buffer.concat([post, Buffer.from(body), Buffer.from('名 HTTP/1.1\r\n\r\n')]));
  await client.receive();
  expect(await client.receive()).toMatchObject({ status: 400 });
});

it('sends a text of 2,000 characters, raw and encoded', async () => {
  const text = '消'.repeat(2000);
  for (const query of [text, encodeURIComponent(text)]) {
    await client.send(head(`GET /v1/message/send?token=${owner.token}&text=${query} HTTP/1.1`));
    expect(await client.receive()).toMatchObject({ status: 204 });
  }
  expect(await inbox()).toEqual([text, text]);
});

describe('requests that the HTTP parser refuses', () => {
  it.each([
    ['without a Host header', 'GET /v1/devices HTTP/1.1\r\n\r\n', 400],
    ['with a control character in the path', 'GET /v1/\x01 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['with UTF-8 and a control character', 'GET /v1/消\x01 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['with UTF-8 that does not start with a slash', 'GET 消息 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['with an unknown method', 'HELLO / HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['that are no HTTP', '消息\r\n\r\n', 400],
    ['with two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['with headers of more than 64 KB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
  ])('%s get the error body', async (_what, request, status) => {
    await client.send(request);
    const response = await client.receive();
    const { code } = status === 400 ? ERRORS.malformedRequest : ERRORS.headersTooLarge;
    expect(response.status).toBe(status);
    expect(response.headers).toMatch(/^content-type: application\/json/im);
    expect(JSON.parse(response.body)).toEqual({
      code,
      message: expect.stringMatching(/\.$/),
      documentation_url: `${server.url}/docs#error-${code}`,
      requestId: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
  });
});

describe('repeated slashes in a path', () => {
  it('are one slash', async () => {
    const { body } = await owner.as.post('/v1/devscripts').send({ name: 'a' }).expect(201);
    const { _id } = body as { _id: string };
    await client.send(get(`/v1//devscripts//${_id}?x=//`));
    expect(await client.receive()).toMatchObject({ status: 200 });
    await client.send(get(`//api//v1/devscripts/${_id}`));
    expect(await client.receive()).toMatchObject({ status: 200 });
  });

  it('run the devscript at POST /v1/devscripts//{id}/run', async () => {
    const { body } = await owner.as.post('/v1/devscripts').send({ name: 'a' }).expect(201);
    const run = JSON.stringify({ devices: [] });
    const line = `POST /v1/devscripts//${(body as { _id: string })._id}/run HTTP/1.1`;
    const headers = [`Authorization: ${owner.token}`, `Content-Length: ${run.length}`];
    await client.send(Buffer.concat([head(line, ...headers), Buffer.from(run)]));
    const response = await client.receive();
    expect(response.status).toBe(422);
    expect(JSON.parse(response.body)).toMatchObject({ errors: [{ path: 'devices' }] });
  });
});
