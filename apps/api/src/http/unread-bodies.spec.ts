import { BUDGET } from '@drover/contract/budget';
import { connect, type Socket } from 'node:net';
import { on } from 'node:events';
import { refusal } from '../testing/errors';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';
import { call } from '../contract-tests/call';

let server: TestServer;
let owner: TestAccount;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
afterAll(() => server.close());

/** Opens a connection on which one request with a body is sent. Its body need not arrive. */
function open(method: string, path: string, bytes: number): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const headers = [`Authorization: token ${owner.token}`, `Content-Length: ${bytes}`, 'Host: localhost'];
  socket.write(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  return socket;
}

/** Reads from the connection until the text matches. */
async function readUntil(socket: Socket, pattern: RegExp): Promise<string> {
  let text = '';
  for await (const [bytes] of on(socket, 'data', { close: ['end', 'close'] })) {
    text += String(bytes);
    if (pattern.test(text)) return text;
  }
  return text;
}

describe('the body of a route that takes none', () => {
  it.each(['GET', 'DELETE'])('is not awaited: %s', async (method) => {
    const path = method === 'GET' ? '/v1/account' : `/v1/tokens/${'0'.repeat(24)}`;
    const socket = open(method, path, BUDGET.httpJobBodyBytes.max);
    const status = method === 'GET' ? 200 : 404;
    expect(await readUntil(socket, /\r\n\r\n/)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.destroy();
  });

  it('is not parsed', async () => {
    const body = '['.repeat(BUDGET.httpBodyBytes.max);
    const answer = await call(server.url, { method: 'GET', path: '/v1/account', token: owner.token, body });
    expect(answer.status).toBe(200);
  });

  it('leaves the connection usable if it is short', async () => {
    const socket = open('GET', '/v1/account', BUDGET.httpBodyBytes.max);
    await readUntil(socket, /\r\n\r\n\{.*\}$/s);
    socket.write('['.repeat(BUDGET.httpBodyBytes.max));
    socket.write(`GET /v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    expect(await readUntil(socket, /\r\n\r\n\{.*\}$/s)).toMatch(/^HTTP\/1.1 404 /);
    socket.destroy();
  });

  it('closes the connection if it is long', async () => {
    const socket = open('GET', '/v1/account', BUDGET.httpBodyBytes.max + 1);
    expect(await readUntil(socket, /never/)).toMatch(/^HTTP\/1.1 200 .*\r\nConnection: close\r\n/s);
  });
});

describe('a body of many small values', () => {
  const execute = async (body: string) => {
    const headers = { 'Content-Type': 'application/json' };
    const { status, body: error } = await call(server.url, {
      ...{ method: 'POST', path: '/v1/scripts/execute', token: owner.token, headers, body },
    });
    return { status, body: error };
  };

  it.each([
    ['empty lists', () => `[${'[],'.repeat(5_000_000)}[]]`],
    ['keys', () => `{"vars":{${Array.from({ length: 1_000_000 }, (_, n) => `"${n}":0`).join()}}}`],
    ['text that is not JSON', () => ','.repeat(15_000_000)],
  ])('is refused before it is parsed: %s', async (_kind, body) => {
    const text = body();
    const heapBefore = process.memoryUsage().heapUsed;
    const answer = await execute(text);
    expect(answer).toEqual(refusal('malformedBody'));
    expect((answer.body as { message: string }).message).toContain(`${BUDGET.httpJsonValues.max} values`);
    // Parsed, it takes hundreds of megabytes.
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(200 * 1024 * 1024);
  });
});
