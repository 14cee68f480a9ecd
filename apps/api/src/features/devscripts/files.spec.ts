import { LIMITS } from '@drover/contract';
import { createHash } from 'node:crypto';
import { answerOf, done, invalidAt, notFound, refusal, tooLarge, unauthorized } from '../../testing/errors';
import { startTestServer, type TestAccount, type TestServer } from '../../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let devscriptId: string;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
beforeEach(async () => {
  const { body } = await owner.as.post('/v1/devscripts').expect(201);
  devscriptId = body._id as string;
});
afterAll(() => server.close());

interface Part {
  bytes: string | Buffer;
  type?: string;
  name?: string;
  part?: string;
}

const code = (bytes: string | Buffer, more: Partial<Part> = {}): Part => ({
  ...{ bytes, type: 'application/javascript', name: 'a.js' },
  ...more,
});
const config = (bytes: string | Buffer, more: Partial<Part> = {}): Part => ({
  ...{ bytes, type: 'application/json', name: 'a.json' },
  ...more,
});

function upload(...parts: Part[]) {
  const request = owner.as.put(`/v1/devscripts/${devscriptId}/files`);
  for (const { bytes, type, name = 'a', part = 'data' } of parts) {
    request.attach(part, Buffer.from(bytes), { filename: name, contentType: type });
  }
  return answerOf(request);
}

const raw = (type: string, body: string | Buffer) =>
  answerOf(
    owner.as
      .put(`/v1/devscripts/${devscriptId}/files`)
      .set('Content-Type', type)
      .serialize(String)
      .send(body.toString('latin1')),
  );
const list = async () => (await owner.as.get(`/v1/devscripts/${devscriptId}/files`).expect(200)).body;
const bytesOf = async (kind: 'code' | 'config') => {
  const response = await owner.as
    .get(`/v1/devscripts/${devscriptId}/files/${kind}`)
    .buffer(true)
    .parse((stream, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => callback(null, Buffer.concat(chunks)));
    });
  expect(response.status).toBe(200);
  return response.body as Buffer;
};
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('PUT /v1/devscripts/:devscriptId/files', () => {
  it('stores code and configuration without changing a byte', async () => {
    const source = Buffer.from('\uFEFF// 中文 😀\r\nlog("\0");\r\n');
    const items = Buffer.from('\uFEFF[ {"name":"城市","type":"text"} ]\r\n');
    expect(await upload(code(source, { name: '签到.js' }), config(items, { name: '配置.json' }))).toEqual(
      done,
    );
    expect(await bytesOf('code')).toEqual(source);
    expect(await bytesOf('config')).toEqual(items);
    expect(await list()).toEqual({
      count: 2,
      items: [
        {
          kind: 'code',
          name: '签到.js',
          size: source.length,
          sha256: sha256(source),
          updatedAt: expect.any(String),
        },
        {
          kind: 'config',
          name: '配置.json',
          size: items.length,
          sha256: sha256(items),
          updatedAt: expect.any(String),
        },
      ],
    });
  });

  it('accepts both in any order, each alone, and either part name', async () => {
    expect(await upload(config('[]'), code('1'))).toEqual(done);
    expect(await upload(code('2', { part: 'file' }))).toEqual(done);
    expect(await upload(config('[{}]', { part: 'file' }), code('3'))).toEqual(done);
    expect((await bytesOf('code')).toString()).toBe('3');
    expect((await bytesOf('config')).toString()).toBe('[{}]');
  });

  it.each([
    ['text/javascript', 'a', 'code'],
    ['application/x-javascript', 'a', 'code'],
    ['application/javascript; charset=utf-8', 'a', 'code'],
    ['Application/JavaScript', 'a.json', 'code'],
    ['application/json; charset=utf-8', 'a.js', 'config'],
    ['application/octet-stream', '脚本.JS', 'code'],
    ['text/plain', 'a.mjs', 'code'],
    ['application/octet-stream', 'a.min.json', 'config'],
  ])('recognizes content type %s of %s as %s', async (type, name, kind) => {
    expect(await upload({ bytes: '[]', type, name })).toEqual(done);
    expect((await list()).items).toMatchObject([{ kind, name }]);
  });

  it('accepts files of up to 3 MB', async () => {
    const full = Buffer.alloc(LIMITS.uploadFileBytes, ' ');
    const items = Buffer.concat([Buffer.from('[]'), full.subarray(2)]);
    expect(await upload(code(full), config(items))).toEqual(done);
    expect((await list()).items).toMatchObject([{ size: 3_145_728 }, { size: 3_145_728 }]);
    expect(await upload(code(Buffer.alloc(LIMITS.uploadFileBytes + 1, 'x')))).toEqual(tooLarge);
    expect(await upload(code('1'), config(Buffer.alloc(LIMITS.uploadFileBytes + 1, ' ')))).toEqual(tooLarge);
    expect((await list()).items).toMatchObject([{ size: 3_145_728 }, { size: 3_145_728 }]);
  });

  it.each<[string, () => Part[], string]>([
    ['three files', () => [code('1'), config('[]'), code('2')], 'data'],
    ['three files under both names', () => [code('1'), config('[]'), code('2', { part: 'file' })], 'data'],
    ['two code files', () => [code('1'), code('2')], 'data'],
    ['two configuration files', () => [config('[]'), config('[]', { part: 'file' })], 'data'],
    ['another part name', () => [code('1', { part: 'script' })], 'script'],
    ['another type', () => [code('1', { type: 'image/png', name: 'a.png' })], 'data'],
    ['code that is not UTF-8', () => [code(Buffer.from([0x61, 0xff]))], 'data'],
    ['a configuration that is not UTF-8', () => [config(Buffer.from([0x5b, 0xff, 0x5d]))], 'data'],
    ['a configuration that is not an array', () => [code('1'), config('{}')], 'data'],
    ['a configuration that is not JSON', () => [code('1'), config('[')], 'data'],
    ['a configuration with an invalid item', () => [code('1'), config('[1]')], 'data.0'],
    [
      'a configuration that nests too deep',
      () => [config('['.repeat(100_000) + ']'.repeat(100_000))],
      'data',
    ],
    ['too many items', () => [config(JSON.stringify(Array(LIMITS.configItems + 1).fill({})))], 'data'],
  ])('returns 422 for %s, and stores nothing', async (_what, parts, field) => {
    await upload(code('before'), config('[{"name":"before"}]'));
    const before = await list();
    expect(await upload(...parts())).toEqual(invalidAt(field));
    expect(await list()).toEqual(before);
  });

  it('accepts the maximum number of items', async () => {
    expect(await upload(config(JSON.stringify(Array(LIMITS.configItems).fill({}))))).toEqual(done);
  });

  it('returns 422 for an upload without a file', async () => {
    const none = owner.as.put(`/v1/devscripts/${devscriptId}/files`).field('data', 'log(1)');
    expect(await answerOf(none)).toEqual(invalidAt('data'));
  });

  it('refuses malformed multipart bodies and other content types', async () => {
    const open = '--b\r\nContent-Disposition: form-data; name="data"; filename="a.js"\r\n\r\nlog(';
    expect(await raw('multipart/form-data; boundary=b', open)).toEqual(refusal('malformedRequest'));
    expect(await raw('multipart/form-data', open)).toEqual(refusal('malformedRequest'));
    expect(await raw('multipart/form-data; boundary=b', '')).toEqual(refusal('malformedRequest'));
    expect(await raw('application/json', '{}')).toEqual(refusal('unsupportedContentType'));
    expect(await answerOf(owner.as.put(`/v1/devscripts/${devscriptId}/files`))).toEqual(
      refusal('unsupportedContentType'),
    );
    expect((await list()).count).toBe(0);
  });

  it('truncates a file name that is too long', async () => {
    expect(await upload(code('1', { name: `${'名'.repeat(LIMITS.fileNameChars)}.js` }))).toEqual(done);
    expect((await list()).items[0].name).toBe('名'.repeat(LIMITS.fileNameChars));
  });

  it('returns 401 before it reads the body', async () => {
    const request = server
      .request()
      .put(`/v1/devscripts/${devscriptId}/files`)
      .attach('data', Buffer.from('1'), 'a.js');
    expect(await answerOf(request)).toEqual(unauthorized);
  });
});

describe('GET /v1/devscripts/:devscriptId/files/code', () => {
  it('returns 404 in the common error format before an upload', async () => {
    expect(await answerOf(owner.as.get(`/v1/devscripts/${devscriptId}/files/code`))).toEqual(notFound);
    expect(await answerOf(owner.as.get(`/v1/devscripts/${devscriptId}/files/config`))).toEqual(notFound);
  });
});
