import { BUDGET } from '@drover/contract/budget';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from '../testing/eventually';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

const longBytes = BUDGET.httpBodyBytes.max + 1;

let server: TestServer;
let sockets: Socket[];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => {
  sockets = [];
});
afterEach(() => sockets.forEach((socket) => socket.destroy()));

/** A request whose body does not end until `finish` is called. */
interface LongRequest {
  /** Status of the response, once there is one. */
  status: () => number | undefined;
  /** Whether the server has read what was sent of the body. */
  isRead: () => boolean;
  finish: () => void;
}

/** Sends most of a body of many megabytes, more than the buffers of a connection hold. */
async function send(account: TestAccount): Promise<LongRequest> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  sockets.push(socket);
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1'))).on('error', () => undefined);
  await once(socket, 'connect');
  const bytes = BUDGET.httpJobBodyBytes.max;
  const head = ['POST /v1/jobs HTTP/1.1', 'Host: localhost', `Authorization: token ${account.token}`];
  socket.write([...head, `Content-Length: ${bytes}`, 'Content-Type: application/json', '', ''].join('\r\n'));
  socket.write(Buffer.alloc(bytes - 1, ' '));
  return {
    status: () => (answer === '' ? undefined : Number(answer.split(' ')[1])),
    isRead: () => socket.writableLength === 0,
    finish: () => socket.write(' '),
  };
}

const countRead = (requests: LongRequest[]) => requests.filter(({ isRead }) => isRead()).length;
const createAccounts = (count: number) =>
  Promise.all(Array.from({ length: count }, () => server.createAccount()));

describe('long bodies', () => {
  it('of an account are read one after the other, and do not keep others waiting', async () => {
    const [account, other] = await createAccounts(2);
    const requests = [await send(account), await send(account), await send(account)];
    await eventually(async () => expect(countRead(requests)).toBe(1));
    const short = await account.as.get('/v1/account');
    expect(short.status).toBe(200);
    const others = await send(other);
    await eventually(async () => expect(others.isRead()).toBe(true));
    expect(countRead(requests)).toBe(1);
    for (const _ of requests) {
      requests.filter(({ isRead }) => isRead()).forEach(({ finish }) => finish());
      await eventually(async () => expect(requests.some(({ status }) => status() !== undefined)).toBe(true));
    }
    requests.forEach(({ finish }) => finish());
    await eventually(async () => expect(requests.map(({ status }) => status())).toEqual([422, 422, 422]));
  });

  it('of all accounts are limited, and start when others end', async () => {
    const accounts = await createAccounts(BUDGET.httpLongBodies.max + 1);
    const requests: LongRequest[] = [];
    for (const account of accounts) requests.push(await send(account));
    await eventually(async () => expect(countRead(requests)).toBe(BUDGET.httpLongBodies.max));
    const waiting = requests.find(({ isRead }) => !isRead());
    sockets[requests.findIndex(({ isRead }) => isRead())].destroy();
    await eventually(async () => expect(waiting?.isRead()).toBe(true));
  });

  it('of an account are refused if too many wait', async () => {
    const [account] = await createAccounts(1);
    const path = `${server.url}/v1/jobs`;
    const controller = new AbortController();
    const init = () => ({
      method: 'POST',
      headers: { authorization: `token ${account.token}`, 'content-type': 'application/json' },
      body: ' '.repeat(longBytes),
      signal: controller.signal,
    });
    // One that never ends, so that all others wait.
    const endless = await send(account);
    await eventually(async () => expect(endless.isRead()).toBe(true));
    const waiting = Array.from({ length: BUDGET.httpLongBodiesWaiting.max + 1 }, () =>
      fetch(path, init()).then(
        ({ status }) => status,
        () => 'aborted',
      ),
    );
    expect(await Promise.race(waiting)).toBe(429);
    controller.abort();
    const results = await Promise.all(waiting);
    expect(results.filter((result) => result === 429)).toHaveLength(1);
  });
});
