import { LIMITS } from '@drover/contract';
import { connect } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { answerOf, done, invalidAt, notFound, refusal, tooLarge, unauthorized } from '../testing/errors';
import { createDevice, type TestDevice } from '../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  device = await createDevice(server, owner);
});
afterAll(() => server.close());

/** Updates the device with an unprocessed body. */
const put = (body: string | Buffer, headers: Record<string, string> = {}) => {
  const request = owner.as.put(`/v1/devices/${device._id}`).set(headers);
  // Prevents supertest from serializing buffers as JSON.
  return answerOf(request.serialize((sent: unknown) => sent as string).send(body));
};
const json = { 'Content-Type': 'application/json' };
const nameOf = async () => ((await owner.as.get(`/v1/devices/${device._id}`)).body as { name: string }).name;
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a JSON body', () => {
  it.each([
    ['application/json'],
    ['application/json; charset=utf-8'],
    ['APPLICATION/JSON'],
    ['application/vnd.example+json'],
    ['application/x-www-form-urlencoded'],
  ])('is accepted as %s', async (type) => {
    expect(await put(`{"name":"${type.slice(-12)}"}`, { 'Content-Type': type })).toEqual(done);
    expect(await nameOf()).toBe(type.slice(-12));
  });

  it('may have a byte order mark, gzip encoding and unknown keys', async () => {
    expect(await put('\uFEFF{"name":"bom"}', json)).toEqual(done);
    expect(await nameOf()).toBe('bom');
    const zipped = gzipSync('{"name":"zipped","no such key":[{}]}');
    expect(await put(zipped, { ...json, 'Content-Encoding': 'gzip' })).toEqual(done);
    expect(await nameOf()).toBe('zipped');
  });

  it('may be empty', async () => {
    const name = await nameOf();
    expect(await put('', json)).toEqual(done);
    expect(await put(' \n', json)).toEqual(done);
    expect(await nameOf()).toBe(name);
  });

  it('may be a form', async () => {
    expect(await put('name=a+form', { 'Content-Type': 'application/x-www-form-urlencoded' })).toEqual(done);
    expect(await nameOf()).toBe('a form');
  });

  it.each(['{"name":', 'name', '{name:1}', '\u0000', '{"name":"a"}{}'])(
    'returns 400 for the malformed body %j',
    async (body) => {
      expect(await put(body, json)).toEqual(refusal('malformedBody'));
    },
  );

  it.each(['[]', '"name"', '1', 'null', 'true'])(
    'returns 422 for %s, which is not an object',
    async (body) => {
      expect(await put(body, json)).toEqual(invalidAt(''));
    },
  );

  it('is refused with another content type, charset or encoding', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/octet-stream', 'nonsense']) {
      expect(await put('{"name":"x"}', { 'Content-Type': type })).toEqual(refusal('unsupportedContentType'));
    }
    expect(await put('{}', { 'Content-Type': 'application/json; charset=none' })).toEqual(
      refusal('unsupportedContentType'),
    );
    expect(await put('{}', { ...json, 'Content-Encoding': 'none' })).toEqual(
      refusal('unsupportedContentType'),
    );
    expect(await nameOf()).not.toBe('x');
  });

  it('is accepted up to the size limit', async () => {
    const filled = (bytes: number) => `{"name":"big"${' '.repeat(bytes - 14)}}`;
    expect(await put(filled(LIMITS.bodyBytes), json)).toEqual(done);
    expect(await nameOf()).toBe('big');
    expect(await put(filled(LIMITS.bodyBytes + 1), json)).toEqual(tooLarge);
  });

  it('is decompressed only up to the size limit', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * LIMITS.bodyBytes, ' '), { level: 9 });
    expect(bomb.length).toBeLessThan(LIMITS.bodyBytes);
    expect(await put(bomb, { ...json, 'Content-Encoding': 'gzip' })).toEqual(tooLarge);
    expect(
      await put(gzipSync('{"name":"cut"}').subarray(0, 20), { ...json, 'Content-Encoding': 'gzip' }),
    ).toEqual(refusal('malformedRequest'));
  });

  it('has the same size limit without a credential', async () => {
    const send = (bytes: number) =>
      answerOf(
        server
          .request()
          .post('/v1/sessions')
          .set(json)
          .send(`{"email":""${' '.repeat(bytes - 12)}}`),
      );
    expect(await send(LIMITS.bodyBytes)).toEqual(invalidAt('password'));
    expect(await send(LIMITS.bodyBytes + 1)).toEqual(tooLarge);
  });
});

describe('hostile values', () => {
  it('are refused if they contain NUL', async () => {
    expect(await put('{"name":"a\\u0000b"}', json)).toEqual(invalidAt('name'));
    expect(await put('{"tags":["\\u0000"]}', json)).toEqual(invalidAt('tags.0'));
    expect(await answerOf(owner.as.get('/v1/devices?name=%00'))).toEqual(invalidAt('name'));
    expect(await answerOf(owner.as.get('/v1/runs?jobId=%00'))).toEqual(invalidAt('jobId'));
    expect(await answerOf(owner.as.get('/v1/devices/%00'))).toEqual(notFound);
  });

  it('may contain a lone surrogate, which is replaced', async () => {
    expect(await put('{"name":"a\\ud800"}', json)).toEqual(done);
    expect(await nameOf()).toBe('a\uFFFD');
  });

  it('do not change prototypes', async () => {
    expect(await put('{"__proto__":{"name":"p"},"constructor":{"prototype":{"name":"p"}}}', json)).toEqual(
      done,
    );
    expect(await nameOf()).not.toBe('p');
    expect(({} as { name?: string }).name).toBeUndefined();
  });

  const execute = (members: string) =>
    answerOf(
      owner.as
        .post('/v1/scripts/execute')
        .set({ ...json, 'Idempotency-Key': String(Math.random()) })
        .send(`{"code":"1","devices":[{"_id":"${device._id}","name":[]}],${members}}`),
    );

  it.each([
    ['vars', (deep: string) => `"vars":{"deep":${deep}}`],
    ['an unknown key', (deep: string) => `"unknown":${deep}`],
    ['a caption', (deep: string) => `"robots":[{"_id":"${device._id}","name":${deep}}]`],
  ])('may nest only up to the limit in %s', async (_place, members) => {
    expect(await execute(members(nested(40)))).toEqual(done);
    for (const depth of [1_000, 7_000, 100_000]) {
      expect(await execute(members(nested(depth)))).toEqual(refusal('malformedBody'));
    }
  });

  it('may be numbers out of range in vars, but not in parameters', async () => {
    expect(await execute('"timeout":1e400')).toEqual(invalidAt('timeout'));
    expect(await execute('"deliverWithin":-1')).toEqual(invalidAt('deliverWithin'));
    expect(
      await execute('"vars":{"huge":1e400,"__proto__":{"a":1},"nul\\u0000":"\\u0000","half":"\\ud800"}'),
    ).toEqual(done);
  });
});

describe('request URLs', () => {
  it('are refused with malformed percent-encoding in the path', async () => {
    expect(await answerOf(owner.as.get('/v1/devices/%E0%A4%A'))).toEqual(refusal('malformedRequest'));
    expect(await answerOf(owner.as.get('/v1/devices?name=%E0%A4%A'))).toMatchObject({ status: 200 });
  });

  it.each(['ABCDEF0123456789ABCDEF01', 'g'.repeat(24), '0'.repeat(23), '0'.repeat(25), '../account', "'"])(
    'return 404 for the ID %s',
    async (id) => {
      const path = encodeURIComponent(id);
      for (const family of ['devices', 'robots', 'devscripts', 'jobs', 'runs']) {
        expect(await answerOf(owner.as.get(`/v1/${family}/${path}`))).toEqual(notFound);
      }
    },
  );

  it('return 404 in the common error format if no route matches', async () => {
    expect(await answerOf(owner.as.get('/v1/nothing'))).toEqual(refusal('noSuchRoute'));
    expect(await answerOf(owner.as.patch(`/v1/devices/${device._id}`))).toEqual(refusal('noSuchRoute'));
    expect(await answerOf(server.request().options('/v1/devices'))).toEqual(refusal('noSuchRoute'));
  });

  it('respond to HEAD like to GET, without the body', async () => {
    const path = `/v1/devices/${device._id}`;
    const [head, get] = [await owner.as.head(path), await owner.as.get(path)];
    expect(head.status).toBe(200);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.text).toBeFalsy();
    expect((await server.request().head(path)).status).toBe(unauthorized.status);
  });

  it('are refused with a repeated parameter, but may have unknown ones', async () => {
    expect(await answerOf(owner.as.get('/v1/devices?brand=a&brand=b'))).toEqual(invalidAt('brand'));
    expect(await answerOf(owner.as.get('/v1/devices?limit=1&limit=2'))).toEqual(invalidAt('limit'));
    expect(await answerOf(owner.as.get('/v1/devices?brand[a]=b&x=1&x=2'))).toMatchObject({ status: 200 });
  });

  it('respond with the request ID of a proxy, or else a new one', async () => {
    const valid = await owner.as.get('/v1/nothing').set('X-Request-Id', 'proxy-1.a');
    expect(valid.headers['x-request-id']).toBe('proxy-1.a');
    expect(valid.body.requestId).toBe('proxy-1.a');
    const invalid = await owner.as.get('/v1/nothing').set('X-Request-Id', 'a b');
    expect(invalid.headers['x-request-id']).toMatch(/^[0-9a-f]{24}$/);
    expect(invalid.body.requestId).toBe(invalid.headers['x-request-id']);
  });
});

describe('a connection that does not speak HTTP', () => {
  it('is closed without affecting others', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.end('nonsense\r\n\r\n');
    expect(await readAll(socket)).toMatch(/^HTTP\/1.1 400 /);
    await owner.as.get('/v1/account').expect(200);
  });
});
