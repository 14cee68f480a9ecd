import { CLOSE_CODES, LINK_LIMITS, LINK_PATH, type Device, type Hello } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { newSecret } from '../auth/credentials';
import { eventually } from '../testing/eventually';
import { createDevice, TestLink, type TestDevice } from '../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
});
beforeEach(async () => {
  device = await createDevice(server, owner);
});
afterAll(() => server.close());

const isOnline = async () => (await owner.as.get(`/v1/devices/${device._id}`)).body.online as boolean;

/** A plain WebSocket that sends nothing by itself. */
async function openSocket(headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(server.url.replace(/^http/, 'ws') + LINK_PATH, { headers });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

const closeOf = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [number])[0];

const hello = (changes: Partial<Hello> = {}): string =>
  JSON.stringify({ type: 'hello', protocol: 1, now: Date.now(), appVersion: '2.0.0', runs: [], ...changes });

async function closeAfter(...frames: (string | Buffer)[]): Promise<number> {
  const socket = await openSocket({ Authorization: `token ${device.token}` });
  const closed = closeOf(socket);
  for (const frame of frames) socket.send(frame);
  return closed;
}

describe('hello', () => {
  it('receives a welcome frame', async () => {
    const socket = await openSocket({ Authorization: `Bearer ${device.token}` });
    const message = once(socket, 'message');
    socket.send(hello());
    const [data] = (await message) as [Buffer];
    expect(JSON.parse(data.toString())).toEqual({
      ...{ type: 'welcome', protocol: 1, deviceId: device._id, name: device.name },
      heartbeatMs: LINK_LIMITS.heartbeatMs,
      factsMs: LINK_LIMITS.factsMs,
      progressMs: LINK_LIMITS.progressMs,
    });
    expect(await isOnline()).toBe(true);
    socket.terminate();
  });

  it('accepts a credential in the frame', async () => {
    const socket = await openSocket();
    const message = once(socket, 'message');
    socket.send(hello({ token: device.token }));
    const [data] = (await message) as [Buffer];
    expect(JSON.parse(data.toString())).toMatchObject({ type: 'welcome', deviceId: device._id });
    socket.terminate();
  });

  it.each(['unknown', 'of an account', 'missing'])('is refused if the credential is %s', async (kind) => {
    const token = { unknown: newSecret('hmd'), 'of an account': owner.token }[kind];
    const socket = await openSocket(token ? { Authorization: `token ${token}` } : {});
    socket.send(hello());
    expect(await closeOf(socket)).toBe(CLOSE_CODES.badCredential);
    expect(await isOnline()).toBe(false);
  });

  it('is refused for an unsupported protocol version', async () => {
    expect(await closeAfter(hello({ protocol: 2 }))).toBe(CLOSE_CODES.unsupportedProtocol);
  });

  it('must arrive before the timeout', async () => {
    const started = Date.now();
    expect(await closeAfter()).toBe(CLOSE_CODES.helloTimeout);
    expect(Date.now() - started).toBeGreaterThanOrEqual(BUDGET.linkHelloSeconds.max * 1000 - 50);
  });

  it('returns 404 on another path', async () => {
    const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/elsewhere`);
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('404');
  });
});

describe('an invalid frame', () => {
  const runId = '0'.repeat(24);
  it.each([
    ['malformed JSON', '{'],
    ['not an object', '1'],
    ['unknown type', '{"type":"dance"}'],
    ['missing frame number', `{"type":"accepted","runId":"${runId}"}`],
    ['a second hello', hello()],
    ['binary data', Buffer.from([0, 255])],
  ])('closes the link: %s', async (_case, frame) => {
    expect(await closeAfter(hello(), frame)).toBe(CLOSE_CODES.badFrame);
  });

  it('closes the link if it arrives before hello', async () => {
    expect(await closeAfter('{"type":"ping"}')).toBe(CLOSE_CODES.badFrame);
    expect(await closeAfter(hello({ appVersion: 'v'.repeat(33) }))).toBe(CLOSE_CODES.badFrame);
    expect(await closeAfter(hello({ brand: 'a\0b' }))).toBe(CLOSE_CODES.badFrame);
    expect(await isOnline()).toBe(false);
  });
});

describe('link limits', () => {
  it('closes the link for a frame above the size limit', async () => {
    const filled = (bytes: number) => hello().padEnd(bytes, ' ');
    const link = await openSocket({ Authorization: `token ${device.token}` });
    link.send(hello());
    await once(link, 'message');
    const answered = once(link, 'message');
    link.send('{"type":"ping"}'.padEnd(BUDGET.linkFrameBytes.max, ' '));
    await answered;
    const closed = closeOf(link);
    link.send(filled(BUDGET.linkFrameBytes.max + 1));
    expect(await closed).toBe(1009);
  });

  it('closes the link for too many unacknowledged frames', async () => {
    const link = await device.connect();
    // While the table is locked, no frame is stored, so none is acknowledged.
    const client = await server.context.pool.connect();
    try {
      await client.query('BEGIN; LOCK TABLE "Run"');
      for (let n = 1; n <= 2 * LINK_LIMITS.unacknowledgedFrames + 1; n += 1) {
        link.sendRaw({ type: 'accepted', n, runId: '0'.repeat(24) });
      }
      expect(await link.closed()).toBe(CLOSE_CODES.tooManyFrames);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('accepts as many unacknowledged frames as the protocol allows', async () => {
    const link = await device.connect();
    for (let n = 1; n <= LINK_LIMITS.unacknowledgedFrames; n += 1) {
      link.sendRaw({ type: 'accepted', n, runId: '0'.repeat(24) });
    }
    let ack = await link.next('ack');
    while (ack.n < LINK_LIMITS.unacknowledgedFrames) ack = await link.next('ack');
    link.sendRaw({ type: 'ping' });
    await link.next('pong');
    await link.close();
  });
});

describe('several links of one device', () => {
  it('closes the older link and keeps the device online', async () => {
    const older = await device.connect();
    const newer = await device.connect();
    expect(await older.closed()).toBe(CLOSE_CODES.replaced);
    newer.sendRaw({ type: 'ping' });
    await newer.next('pong');
    expect(await isOnline()).toBe(true);
    await newer.close();
    await eventually(async () => expect(await isOnline()).toBe(false));
  });

  it('keeps exactly one of several simultaneous links', async () => {
    const sockets = await Promise.all(
      Array.from({ length: 5 }, () => openSocket({ Authorization: `token ${device.token}` })),
    );
    const codes: number[] = [];
    sockets.forEach((socket) => socket.on('close', (code: number) => codes.push(code)));
    sockets.forEach((socket) => socket.send(hello()));
    await eventually(async () => expect(codes).toHaveLength(4));
    expect(codes).toEqual(Array(4).fill(CLOSE_CODES.replaced));
    expect(await isOnline()).toBe(true);
    sockets.forEach((socket) => socket.terminate());
  });
});

describe('device facts in hello', () => {
  it('stores the isolation of the current agent only, because an older one may offer less', async () => {
    const isolationOf = async () => {
      const { body } = await owner.as.get(`/v1/devices/${device._id}`);
      return (body as Device).isolation;
    };
    const first = await device.connect({ isolation: 'bubblewrap' });
    expect(await isolationOf()).toBe('bubblewrap');
    await first.close();
    const second = await device.connect();
    expect(await isolationOf()).toBe('');
    await second.close();
  });

  it('keeps the stored facts that hello omits', async () => {
    const first = await device.connect({
      brand: 'Xiaomi',
      model: 'MI 11',
      platform: 'android',
      appVersion: '3.0.0',
    });
    await first.close();
    const second = await TestLink.open(server.url, device.token, { appVersion: '3.0.1' });
    const { body } = await owner.as.get(`/v1/devices/${device._id}`);
    expect(body).toMatchObject({
      brand: 'Xiaomi',
      model: 'MI 11',
      platform: 'android',
      appVersion: '3.0.1',
    });
    await second.close();
  });
});
