import { CLOSE_CODES, LINK_LIMITS, LINK_PATH, type Hello } from '@drover/contract';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { newSecret } from '../accounts/credentials';
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

/** A bare socket; what it sends is said by the spec. */
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
  it('is answered with welcome', async () => {
    const socket = await openSocket({ Authorization: `Bearer ${device.token}` });
    const message = once(socket, 'message');
    socket.send(hello());
    const [data] = (await message) as [Buffer];
    expect(JSON.parse(data.toString())).toEqual({
      ...{ type: 'welcome', protocol: 1, deviceId: device._id, name: device.name },
      heartbeatMs: LINK_LIMITS.heartbeatMs,
    });
    expect(await isOnline()).toBe(true);
    socket.terminate();
  });

  it('may carry the credential itself', async () => {
    const socket = await openSocket();
    const message = once(socket, 'message');
    socket.send(hello({ token: device.token }));
    const [data] = (await message) as [Buffer];
    expect(JSON.parse(data.toString())).toMatchObject({ type: 'welcome', deviceId: device._id });
    socket.terminate();
  });

  it.each(['unknown', 'of an account', 'missing'])('is refused where the credential is %s', async (kind) => {
    const token = { unknown: newSecret('hmd'), 'of an account': owner.token }[kind];
    const socket = await openSocket(token ? { Authorization: `token ${token}` } : {});
    socket.send(hello());
    expect(await closeOf(socket)).toBe(CLOSE_CODES.badCredential);
    expect(await isOnline()).toBe(false);
  });

  it('is refused in a protocol that is not spoken', async () => {
    expect(await closeAfter(hello({ protocol: 2 }))).toBe(CLOSE_CODES.unsupportedProtocol);
  });

  it('has to come in time', async () => {
    const started = Date.now();
    expect(await closeAfter()).toBe(CLOSE_CODES.helloTimeout);
    expect(Date.now() - started).toBeGreaterThanOrEqual(LINK_LIMITS.helloTimeoutMs - 50);
  });

  it('is not taken at another path', async () => {
    const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/elsewhere`);
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('404');
  });
});

describe('a frame that is not understood', () => {
  const runId = '0'.repeat(24);
  it.each([
    ['no JSON', '{'],
    ['no object', '1'],
    ['no known type', '{"type":"dance"}'],
    ['without its number', `{"type":"accepted","runId":"${runId}"}`],
    ['with an id of another form', '{"type":"accepted","n":1,"runId":"x"}'],
    ['without lines', `{"type":"log","n":1,"runId":"${runId}","lines":[]}`],
    ['a second hello', hello()],
    ['bytes', Buffer.from([0, 255])],
  ])('ends the link: %s', async (_what, frame) => {
    expect(await closeAfter(hello(), frame)).toBe(CLOSE_CODES.badFrame);
  });

  it('ends the link where it comes before hello', async () => {
    expect(await closeAfter('{"type":"ping"}')).toBe(CLOSE_CODES.badFrame);
    expect(await closeAfter(hello({ appVersion: 'v'.repeat(33) }))).toBe(CLOSE_CODES.badFrame);
    expect(await closeAfter(hello({ brand: 'a\0b' }))).toBe(CLOSE_CODES.badFrame);
    expect(await isOnline()).toBe(false);
  });
});

describe('the bounds of a link', () => {
  it('hold for the size of a frame', async () => {
    const filled = (bytes: number) => hello().padEnd(bytes, ' ');
    const link = await openSocket({ Authorization: `token ${device.token}` });
    link.send(filled(LINK_LIMITS.frameBytes));
    await once(link, 'message');
    const closed = closeOf(link);
    link.send(filled(LINK_LIMITS.frameBytes + 1));
    expect(await closed).toBe(1009);
  });

  it('hold for frames without acknowledgement', async () => {
    const frame = (n: number) => JSON.stringify({ type: 'accepted', n, runId: '0'.repeat(24) });
    const flood = Array.from({ length: 20 * LINK_LIMITS.unacknowledgedFrames }, (_, index) =>
      frame(index + 1),
    );
    expect(await closeAfter(hello(), ...flood)).toBe(CLOSE_CODES.tooManyFrames);
  });

  it('let the agreed number pass', async () => {
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

describe('two links of one device', () => {
  it('end the older one, and the device stays online', async () => {
    const older = await device.connect();
    const newer = await device.connect();
    expect(await older.closed()).toBe(CLOSE_CODES.replaced);
    newer.sendRaw({ type: 'ping' });
    await newer.next('pong');
    expect(await isOnline()).toBe(true);
    await newer.close();
    await eventually(async () => expect(await isOnline()).toBe(false));
  });

  it('that come at once leave one, and forget nobody', async () => {
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

describe('a device whose clock, brand and version are told', () => {
  it('keeps what hello does not tell', async () => {
    const first = await device.connect({
      brand: 'Xiaomi',
      model: 'MI 11',
      platform: 'android',
      appVersion: '3.0.0',
    });
    await first.close();
    const second = await TestLink.open(server.url, device.token, { appVersion: '3.0.1' });
    const { body } = await owner.as.get(`/v1/devices/${device._id}`);
    expect(body).toMatchObject({ brand: 'Xiaomi', model: 'MI 11', platform: 'android', appVersion: '3.0.1' });
    await second.close();
  });
});
