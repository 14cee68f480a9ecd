import { routes } from '@drover/contract/routes';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { call, multipart, type Answer, type Call } from './call';
import { createRecords, type Records } from './records';
import { pathOf } from './requests';

let server: TestServer;
let owner: TestAccount;
let records: Records;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

beforeEach(async () => {
  owner = await server.createAccount();
  records = await createRecords(server, owner);
});

/** A request exactly as a public caller sends it, without additional headers. */
const replay = (request: Call): Promise<Answer> => call(server.url, request);
const ask = (request: Call): Promise<Answer> => replay({ ...request, token: owner.token });

async function jobOf(answer: Answer): Promise<Record<string, unknown>> {
  expect(answer.status).toBe(204);
  expect(answer.headers.location).toMatch(/^\/v1\/jobs\/[0-9a-f]{24}$/);
  return (await ask({ method: 'GET', path: String(answer.headers.location) })).body as Record<
    string,
    unknown
  >;
}

describe('tokens of existing callers', () => {
  it.each([
    ['with the word token', (token: string) => `token ${token}`],
    ['bare', (token: string) => token],
    ['with the word Bearer', (token: string) => `Bearer ${token}`],
    ['with a word in other letters', (token: string) => `TOKEN ${token}`],
    ['with more than one space', (token: string) => `token   ${token}`],
  ])('%s', async (_how, header) => {
    const answer = await replay({
      method: 'GET',
      path: '/v1/devices',
      headers: { Authorization: header(owner.token) },
    });
    expect(answer).toMatchObject({ status: 200, body: { count: 1 } });
  });
});

describe('devices in requests of existing callers', () => {
  const runs = (body: object) => ask({ method: 'POST', path: `/v1/scripts/${records.scriptId}/run`, body });

  it('accepts the key robots, with names', async () => {
    const answer = await runs({ robots: [{ _id: records.deviceId, name: 'Whatever I call it' }] });
    expect(await jobOf(answer)).toMatchObject({ kind: 'script', counts: { queued: 1 } });
  });

  it('accepts the key devices, without names, and ignores duplicates', async () => {
    const answer = await runs({ devices: [{ _id: records.deviceId }, { _id: records.deviceId }] });
    expect(await jobOf(answer)).toMatchObject({ counts: { queued: 1 } });
  });

  it('ignores names that are not strings', async () => {
    await jobOf(await runs({ robots: [{ _id: records.deviceId, name: null }] }));
  });

  it('accepts the older path', async () => {
    const robot = `/v1/robots/${records.deviceId}`;
    expect(await ask({ method: 'GET', path: '/v1/robots' })).toMatchObject({
      status: 200,
      body: { count: 1 },
    });
    expect(await ask({ method: 'GET', path: robot })).toMatchObject({
      status: 200,
      body: { _id: records.deviceId },
    });
    expect((await ask({ method: 'PUT', path: robot })).status).toBe(204);
    expect((await ask({ method: 'PUT', path: `${robot}/stop` })).status).toBe(204);
    const message = { title: 'Title', text: 'Text' };
    expect((await ask({ method: 'POST', path: `${robot}/messages`, body: message })).status).toBe(204);
  });
});

describe('bodies of existing callers', () => {
  it('accepts an empty body with a JSON content type', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const stop = await ask({ method: 'PUT', path: `/v1/devices/${records.deviceId}/stop`, headers });
    expect(stop.status).toBe(204);
    const created = await ask({ method: 'POST', path: '/v1/devscripts', headers });
    expect(created).toMatchObject({ status: 201, body: { _id: expect.stringMatching(/^[0-9a-f]{24}$/) } });
    expect((await ask({ method: 'GET', path: '/v1/devices', headers })).status).toBe(200);
  });

  it('accepts a body in a DELETE', async () => {
    const run = { robots: [{ _id: records.deviceId }] };
    await jobOf(await ask({ method: 'POST', path: `/v1/devscripts/${records.devscriptId}/run`, body: run }));
    const stop = await ask({
      method: 'DELETE',
      path: `/v1/devscripts/${records.devscriptId}/run`,
      body: run,
    });
    expect(stop).toMatchObject({ status: 204, text: '' });
    const { body } = await ask({ method: 'GET', path: `/v1/runs?scriptId=${records.devscriptId}` });
    expect(body).toMatchObject({ count: 1, items: [{ state: 'canceled' }] });
  });

  it('accepts JSON with the content type of a form, as curl -d sends it', async () => {
    const answer = await ask({
      method: 'PUT',
      path: `/v1/devices/${records.deviceId}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: '{"name":"curl & co"}',
    });
    expect(answer.status).toBe(204);
    const { body } = await ask({ method: 'GET', path: `/v1/devices/${records.deviceId}` });
    expect(body).toMatchObject({ name: 'curl & co' });
  });

  it('accepts a body without a content type', async () => {
    const answer = await ask({
      method: 'PUT',
      path: `/v1/devices/${records.deviceId}`,
      body: '{"name":"untyped"}',
    });
    expect(answer.status).toBe(204);
    const { body } = await ask({ method: 'GET', path: `/v1/devices/${records.deviceId}` });
    expect(body).toMatchObject({ name: 'untyped' });
  });

  it('ignores unknown keys', async () => {
    const body = { name: 'known', color: 'red', __v: 3 };
    expect((await ask({ method: 'PUT', path: `/v1/devices/${records.deviceId}`, body })).status).toBe(204);
  });
});

describe('uploads of existing callers', () => {
  const upload = (files: Parameters<typeof multipart>[0]) =>
    ask({ method: 'PUT', path: `/v1/devscripts/${records.devscriptId}/files`, ...multipart(files) });
  const code = { name: 'main.js', type: 'application/javascript', text: 'console.log("new")' };
  const config = { name: 'config.json', type: 'application/json', text: '[{"name":"n","value":1}]' };
  const fileOf = (kind: string) =>
    ask({ method: 'GET', path: `/v1/devscripts/${records.devscriptId}/files/${kind}` });

  it.each(['data', 'file'])('accepts parts named %s, in any order', async (part) => {
    const files = [
      { ...config, part },
      { ...code, part },
    ];
    expect(await upload(files)).toMatchObject({ status: 204, text: '' });
    expect((await fileOf('code')).text).toBe(code.text);
    expect((await fileOf('config')).text).toBe(config.text);
  });

  it('uses the file name if the content type is generic', async () => {
    const type = 'application/octet-stream';
    const files = [
      { ...code, type },
      { ...config, type },
    ];
    expect((await upload(files)).status).toBe(204);
    expect((await fileOf('code')).text).toBe(code.text);
  });
});

describe('messages of existing callers', () => {
  const inbox = async () => (await ask({ method: 'GET', path: '/v1/messages?limit=1' })).body;
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it.each<[string, (token: string) => Call]>([
    ['by GET', (token) => ({ method: 'GET', path: `/v1/message/send?token=${token}&text=**hi**` })],
    [
      'by POST with a query',
      (token) => ({ method: 'POST', path: `/v1/message/send?token=${token}&text=**hi**` }),
    ],
    [
      'by POST with a form',
      (token) => ({
        method: 'POST',
        path: '/v1/message/send',
        headers: form,
        body: `token=${token}&text=**hi**`,
      }),
    ],
    [
      'by POST with JSON',
      (token) => ({ method: 'POST', path: '/v1/message/send', body: { token, text: '**hi**' } }),
    ],
    [
      'by POST with the token in the query and the text in the body',
      (token) => ({ method: 'POST', path: `/v1/message/send?token=${token}`, body: { text: '**hi**' } }),
    ],
  ])('%s', async (_how, request) => {
    expect(await replay(request(owner.token))).toMatchObject({ status: 204, text: '' });
    expect(await inbox()).toMatchObject({ items: [{ text: '**hi**' }] });
  });
});

describe('prefix /api', () => {
  it.each(routes.filter(({ route }) => route.method === 'GET' && !route.path.includes(':')))(
    'answers GET /api$route.path like $title',
    async (declared) => {
      const path = pathOf(declared);
      const [older, plain] = [
        await ask({ method: 'GET', path: `/api${path}` }),
        await ask({ method: 'GET', path }),
      ];
      expect(older.status).toBe(plain.status);
      expect(older.status).not.toBe(404);
    },
  );

  it('accepts requests that change data', async () => {
    const path = `/api/v1/devices/${records.deviceId}`;
    expect((await ask({ method: 'PUT', path, body: { name: 'older' } })).status).toBe(204);
    expect((await ask({ method: 'GET', path })).body).toMatchObject({ name: 'older' });
  });
});
