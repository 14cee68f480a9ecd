import { version } from '../package.json';
import {
  ApiError,
  ConnectionError,
  Drover,
  isInvalid,
  isNotFound,
  TimeLimitError,
  WebhookVerificationError,
} from './index';
import { broken, failure, noContent, ok, silent, TestServer } from './testing/test-server';

const location = { location: '/v1/jobs/65f1c0ffee65f1c0ffee65f1' };
const page = { count: 0, items: [] };
const targets = { devices: [{ _id: '65f1c0ffee65f1c0ffee65f1' }] };

describe('Http', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.stop());

  const requests = () => server.received.map(({ method, url }) => `${method} ${url}`);

  describe('requests', () => {
    it('sends the credential, the query without undefined parameters, and JSON', async () => {
      server.script(ok(page), noContent());
      await server.client().devices.list({ online: true, name: '演示', tag: undefined });
      await server.client().devices.update('a b', { name: '手机' });
      expect(requests()).toEqual([
        'GET /v1/devices?online=true&name=%E6%BC%94%E7%A4%BA',
        'PUT /v1/devices/a%20b',
      ]);
      expect(server.received[0]?.headers.authorization).toBe('token hmp_test');
      expect(server.received[1]?.headers['content-type']).toBe('application/json');
      expect(Buffer.from(server.received[1]?.body ?? '', 'latin1').toString()).toBe('{"name":"手机"}');
    });

    it('sends no credential and no body without a token and input', async () => {
      server.script(noContent());
      await server.client({ token: undefined, baseUrl: `${server.baseUrl}/` }).devices.stop('x');
      expect(requests()).toEqual(['PUT /v1/devices/x/stop']);
      expect(server.received[0]?.headers).not.toHaveProperty('authorization');
      expect(server.received[0]?.headers).not.toHaveProperty('content-type');
    });

    it.each(['', '.', '..'])('rejects "%s" as an ID, because it would address another route', (id) => {
      expect(() => server.client().devices.remove(id)).toThrow(TypeError);
    });

    it('resolves to undefined on 204', async () => {
      server.script(noContent());
      await expect(server.client().devices.remove('x')).resolves.toBeUndefined();
    });
  });

  describe('errors', () => {
    it('throws an ApiError with the fields of the error body', async () => {
      const body = {
        code: 1102,
        message: 'Some parameters are invalid.',
        documentation_url: '/docs',
        errors: [{ path: 'tags.0', message: 'too long' }],
        requestId: 'r7',
      };
      server.script((response) => response.writeHead(422).end(JSON.stringify(body)));
      const error: unknown = await server
        .client()
        .devices.update('x', {})
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ApiError);
      expect(isInvalid(error)).toBe(true);
      expect(isNotFound(error)).toBe(false);
      expect(error).toMatchObject({
        status: 422,
        code: 1102,
        message: 'Some parameters are invalid.',
        errors: [{ path: 'tags.0', message: 'too long' }],
        requestId: 'r7',
      });
    });

    it('has code 0 if the response is not from Drover', async () => {
      server.script((response) => response.writeHead(404).end('<h1>Not here</h1>'));
      await expect(server.client().devices.get('x')).rejects.toMatchObject({
        status: 404,
        code: 0,
        requestId: '',
      });
    });

    it('throws if a success is not JSON', async () => {
      server.script((response) => response.writeHead(200).end('<h1>Welcome</h1>'));
      await expect(server.client().devices.get('x')).rejects.toThrow('Check that baseUrl is the URL');
    });

    it('throws a ConnectionError after a lost connection', async () => {
      server.script(broken);
      const error: unknown = await server
        .client()
        .tokens.create({ name: 'x' })
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({
        message: `POST ${server.baseUrl}/v1/tokens: connection closed`,
      });
      expect(server.received).toHaveLength(1);
    });

    it('names the request and the reason if the connection is refused', async () => {
      const stopped = await TestServer.start();
      const { baseUrl } = stopped;
      await stopped.stop();
      await expect(new Drover({ baseUrl, retries: 0 }).devices.list({ name: 'secret' })).rejects.toThrow(
        `GET ${baseUrl}/v1/devices: connection refused`,
      );
    });

    it('is complete as JSON', async () => {
      server.script(failure(404));
      const error: unknown = await server
        .client()
        .devices.get('x')
        .catch((thrown: unknown) => thrown);
      expect(JSON.parse(JSON.stringify(error))).toEqual({
        name: 'ApiError',
        message: 'No.',
        status: 404,
        code: 1000,
        errors: [],
        requestId: 'r1',
        method: 'GET',
        url: `${server.baseUrl}/v1/devices/x`,
      });
      const cause = Object.assign(new Error('read'), { code: 'ECONNRESET' });
      const errors = [
        new ConnectionError('GET /: closed', { cause }),
        new TimeLimitError(50),
        new WebhookVerificationError('No signature.'),
      ];
      expect(JSON.parse(JSON.stringify(errors))).toEqual([
        { name: 'ConnectionError', message: 'GET /: closed', cause: 'connection reset' },
        { name: 'TimeLimitError', message: 'No response within 50 ms.', timeoutMs: 50 },
        { name: 'WebhookVerificationError', message: 'No signature.' },
      ]);
    });
  });

  describe('retries', () => {
    it('retries a read after a lost connection and a temporary error', async () => {
      server.script(broken, failure(503), ok(page));
      await expect(server.client().devices.list()).resolves.toEqual(page);
      expect(server.received).toHaveLength(3);
    });

    it('retries a read after an incomplete response', async () => {
      server.script((response) => {
        response.writeHead(200, { 'content-length': 100 }).write('{"count"', () => response.destroy());
      }, ok(page));
      await expect(server.client().devices.list()).resolves.toEqual(page);
      expect(server.received).toHaveLength(2);
    });

    it('retries a run with the same Idempotency-Key and returns its job', async () => {
      server.script(broken, failure(502), noContent(location));
      await expect(server.client().scripts.run('s', targets)).resolves.toEqual({
        jobId: '65f1c0ffee65f1c0ffee65f1',
      });
      const keys = server.received.map(({ headers }) => headers['idempotency-key']);
      expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0]]);
    });

    it('creates a new Idempotency-Key for each call unless the caller sets one', async () => {
      server.script(noContent(location));
      const { scripts, devscripts } = server.client();
      await scripts.execute({ code: '1', ...targets });
      await scripts.execute({ code: '1', ...targets });
      await devscripts.run('d', targets, { idempotencyKey: 'mine' });
      const [first, second, third] = server.received.map(({ headers }) => headers['idempotency-key']);
      expect(first).not.toBe(second);
      expect(third).toBe('mine');
    });

    it('waits for Retry-After', async () => {
      server.script(failure(429, { 'retry-after': '1' }), ok(page));
      const startedAt = Date.now();
      await server.client().devices.list();
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1000);
    });

    it('fails immediately if Retry-After exceeds the time limit', async () => {
      server.script(failure(429, { 'retry-after': '60' }));
      const startedAt = Date.now();
      await expect(server.client().devices.list()).rejects.toMatchObject({
        status: 429,
        retryAfterMs: 60_000,
      });
      expect(Date.now() - startedAt).toBeLessThan(30_000);
      expect(server.received).toHaveLength(1);
    });

    it('fails after the last retry', async () => {
      server.script(failure(503));
      await expect(server.client({ retries: 2 }).devices.list()).rejects.toMatchObject({ status: 503 });
      expect(server.received).toHaveLength(3);
    });

    it('never retries a rejected request', async () => {
      server.script(failure(404));
      await expect(server.client().devices.list()).rejects.toMatchObject({ status: 404 });
      expect(server.received).toHaveLength(1);
    });

    it('retries an update and a deletion', async () => {
      server.script(failure(503), noContent(), broken, noContent());
      await server.client().devices.update('x', { name: 'a' });
      await server.client().devices.remove('x');
      expect(requests()).toEqual([
        ...['PUT /v1/devices/x', 'PUT /v1/devices/x'],
        ...['DELETE /v1/devices/x', 'DELETE /v1/devices/x'],
      ]);
    });

    it('succeeds if a deletion whose response was lost had deleted the record', async () => {
      server.script(broken, failure(404));
      await expect(server.client().devices.remove('x')).resolves.toBeUndefined();
      server.script(failure(503), failure(404));
      await expect(server.client().devices.remove('x')).rejects.toMatchObject({ status: 404 });
    });

    it('never retries a stop, a POST, or the GET that sends a message', async () => {
      server.script(failure(503));
      await expect(server.client().devices.stop('x')).rejects.toMatchObject({ status: 503 });
      await expect(server.client().messages.sendByQuery({ text: 'hi' })).rejects.toMatchObject({
        status: 503,
      });
      await expect(server.client().tokens.create({ name: 'x' })).rejects.toMatchObject({ status: 503 });
      expect(requests()).toEqual([
        'PUT /v1/devices/x/stop',
        'GET /v1/message/send?text=hi',
        'POST /v1/tokens',
      ]);
    });
  });

  describe('responses', () => {
    it('are returned by withResponse', async () => {
      server.script((response) =>
        response.writeHead(200, { 'x-request-id': 'r9' }).end(JSON.stringify(page)),
      );
      const { data, response } = await server.client().devices.list().withResponse();
      expect(data).toEqual(page);
      expect(response).toMatchObject({ status: 200, requestId: 'r9' });
      expect(server.received).toHaveLength(1);
    });

    it('reject withResponse like the call', async () => {
      server.script(failure(404));
      await expect(server.client().devices.get('x').withResponse()).rejects.toMatchObject({ status: 404 });
    });

    it('are reported for each attempt', async () => {
      server.script(broken, ok(page));
      const seen: unknown[] = [];
      const client = server.client({
        onRequest: ({ attempt }) => seen.push(`request ${attempt}`),
        onResponse: ({ method, url, attempt, status }) => seen.push([method, url, attempt, status]),
      });
      await client.devices.list({ name: 'secret' });
      const url = `${server.baseUrl}/v1/devices`;
      expect(seen).toEqual([
        ...['request 0', ['GET', url, 0, undefined]],
        ...['request 1', ['GET', url, 1, 200]],
      ]);
    });
  });

  describe('environment', () => {
    const environment = { ...process.env };
    afterEach(() => {
      process.env = { ...environment };
      jest.restoreAllMocks();
    });

    it('sets the URL, the token and the User-Agent', async () => {
      Object.assign(process.env, { DROVER_URL: server.baseUrl, DROVER_TOKEN: 'hmp_environment' });
      server.script(ok(page));
      await new Drover().devices.list();
      expect(server.received[0]?.headers).toMatchObject({
        authorization: 'token hmp_environment',
        'user-agent': `drover-sdk/${version} node/${process.versions.node}`,
      });
    });

    it('does not send its token to another server', async () => {
      Object.assign(process.env, { DROVER_URL: 'http://127.0.0.1:9', DROVER_TOKEN: 'hmp_environment' });
      server.script(ok(page));
      await new Drover({ baseUrl: server.baseUrl }).devices.list();
      expect(server.received[0]?.headers).not.toHaveProperty('authorization');
    });

    it('writes each attempt to the error output with DROVER_DEBUG', async () => {
      process.env.DROVER_DEBUG = '1';
      const write = jest.spyOn(console, 'error').mockImplementation();
      server.script(ok(page));
      await server.client().devices.list();
      expect(write.mock.calls.flat()).toEqual([
        expect.stringMatching(/^drover: GET http:\/\/127\.0\.0\.1:\d+\/v1\/devices, 200, \d+ ms$/),
      ]);
    });
  });

  describe('time limits and signals', () => {
    it('fails after its time limit', async () => {
      server.script(silent);
      await expect(server.client({ timeoutMs: 50 }).devices.list()).rejects.toEqual(new TimeLimitError(50));
      await expect(server.client().devices.list({}, { timeoutMs: 60 })).rejects.toEqual(
        new TimeLimitError(60),
      );
      expect(server.received).toHaveLength(2);
    });

    it('includes the time to read the response', async () => {
      server.script((response) => void response.writeHead(200).write('{'));
      await expect(server.client().devices.list({}, { timeoutMs: 100 })).rejects.toBeInstanceOf(
        TimeLimitError,
      );
    });

    it('rejects with the reason of an aborted signal', async () => {
      const controller = new AbortController();
      const reason = new Error('canceled by the user');
      server.script(() => controller.abort(reason));
      await expect(server.client().devices.list({}, { signal: controller.signal })).rejects.toBe(reason);
    });

    it('can be aborted between two attempts', async () => {
      const controller = new AbortController();
      server.script((response) => {
        failure(503, { 'retry-after': '20' })(response, server.received[0]);
        response.on('close', () => controller.abort(new Error('enough')));
      });
      await expect(server.client().devices.list({}, { signal: controller.signal })).rejects.toThrow('enough');
    });

    it('sends nothing if the signal is already aborted', async () => {
      server.script(ok(page));
      await expect(server.client().devices.list({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
        name: 'AbortError',
      });
      expect(server.received).toHaveLength(0);
    });
  });
});
