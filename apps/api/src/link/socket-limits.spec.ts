import { CLOSE_CODES, LINK_LIMITS, LINK_PATH, type Hello } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createWaitingSockets } from '../device-socket/waiting-sockets';
import { eventually } from '../testing/eventually';
import { createDevice, type TestDevice } from '../testing/test-device';
import { startTestServer, type TestAccount, type TestServer } from '../testing/test-server';

let server: TestServer;
let owner: TestAccount;
let device: TestDevice;
let sockets: WebSocket[];

beforeEach(async () => {
  server = await startTestServer();
  owner = await server.createAccount();
  device = await createDevice(server, owner);
  sockets = [];
});
afterEach(async () => {
  sockets.forEach((socket) => socket.terminate());
  await server.close();
});

/** The paths of both kinds of devices. */
async function pathOf(door: string): Promise<string> {
  if (door === 'device link') return LINK_PATH;
  return `/autox/${(await owner.as.post('/v1/enrolment-keys').send({}).expect(201)).body.key as string}`;
}

function connect(path: string): WebSocket {
  const socket = new WebSocket(server.url.replace(/^http/, 'ws') + path);
  sockets.push(socket.on('error', () => undefined));
  return socket;
}

async function open(path: string): Promise<WebSocket> {
  const socket = connect(path);
  await once(socket, 'open');
  return socket;
}

const closeOf = async (socket: WebSocket): Promise<number> => ((await once(socket, 'close')) as [number])[0];
const outcomeOf = (socket: WebSocket) =>
  new Promise<string>((resolve) => {
    socket.once('open', () => resolve('open'));
    socket.once('error', ({ message }) => resolve(/\d{3}/.exec(message)?.[0] ?? message));
  });
const linkHello = (changes: Partial<Hello> = {}): string =>
  JSON.stringify({
    ...{ type: 'hello', protocol: 1, now: Date.now(), appVersion: '2.0.0', runs: [], token: device.token },
    ...changes,
  });
const phoneHello = JSON.stringify({ type: 'hello', data: { device_name: 'Xiaomi MI 11' } });

describe('the first frame', () => {
  it('of a device link has room for as many runs as a device may have', async () => {
    const label = '\u{1F4F1}'.repeat(64);
    const runs = Array.from({ length: LINK_LIMITS.runs }, (_, n) => n.toString(16).padStart(24, '0'));
    const socket = await open(LINK_PATH);
    socket.send(linkHello({ runs, platform: label, brand: label, model: label }));
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toMatchObject({ type: 'welcome' });
  });

  it.each([
    ['device link', BUDGET.linkHelloBytes.max, () => linkHello()],
    ['phone', BUDGET.phoneHelloBytes.max, () => phoneHello],
  ])('of a %s is accepted up to its limit, and closes the socket above it', async (door, bytes, hello) => {
    const frameHeaderBytes = 8;
    const path = await pathOf(door);
    const fitting = await open(path);
    fitting.send(hello().padEnd(bytes - frameHeaderBytes));
    await once(fitting, 'message');
    const large = await open(path);
    large.send(hello().padEnd(bytes + 1));
    expect(await closeOf(large)).toBe(1009);
  });
});

describe('a phone that has not reported its token', () => {
  it('may send so many bytes, and is disconnected if it sends more', async () => {
    const frame = JSON.stringify({ type: 'log', data: { log: 'x'.repeat(1024) } });
    const socket = await open(await pathOf('phone'));
    socket.send(phoneHello);
    await once(socket, 'message');
    const headerBytes = 8;
    let left: number = BUDGET.phoneEarlyBytes.max;
    for (; left > frame.length + headerBytes; left -= frame.length + headerBytes) socket.send(frame);
    const answered = once(socket, 'pong');
    socket.ping();
    await answered;
    const closed = closeOf(socket);
    socket.send(frame);
    expect(await closed).toBe(1009);
  });
});

describe('pings', () => {
  it.each(['device link', 'phone'])('of a %s are answered up to the limit', async (door) => {
    const socket = await open(await pathOf(door));
    socket.send(door === 'phone' ? phoneHello : linkHello());
    await once(socket, 'message');
    let pongs = 0;
    socket.on('pong', () => (pongs += 1));
    for (let n = 0; n < BUDGET.linkPings.max; n += 1) socket.ping('x'.repeat(125));
    await eventually(async () => expect(pongs).toBe(BUDGET.linkPings.max));
    const closed = closeOf(socket);
    socket.ping();
    expect(await closed).toBe(CLOSE_CODES.tooManyFrames);
  });

  it('as frames count too', async () => {
    const link = await device.connect();
    for (let n = 0; n <= BUDGET.linkPings.max; n += 1) link.sendRaw({ type: 'ping' });
    expect(await link.closed()).toBe(CLOSE_CODES.tooManyFrames);
    expect(link.arrived('pong')).toHaveLength(BUDGET.linkPings.max);
  });
});

describe('a device that does not read', () => {
  it('is disconnected once it holds too much memory, and gets its runs when it reads', async () => {
    const textBytes = 250_000;
    const count = Math.ceil((BUDGET.linkUnreadBytes.max * 1.6) / textBytes);
    const vars = { text: 'x'.repeat(textBytes) };
    for (let run = 0; run < count; run += 1) {
      await owner.as
        .post('/v1/scripts/execute')
        .send({ code: '1', devices: [device], vars })
        .expect(204);
    }
    const isOnline = async () => (await owner.as.get(`/v1/devices/${device._id}`)).body.online as boolean;
    const silent = await open(LINK_PATH);
    silent.send(linkHello());
    await once(silent, 'message');
    silent.pause();
    await eventually(async () => expect(await isOnline()).toBe(false));
    const link = await device.connect();
    expect((await link.next('run')).env.text).toHaveLength(textBytes);
    await link.close();
  });
});

describe('sockets that have not said who they are', () => {
  it('are limited for each address, and not when they have said it', async () => {
    const { max } = BUDGET.linksWaitingPerAddress;
    const link = await device.connect();
    const strangers = Array.from({ length: max }, () => connect(LINK_PATH));
    expect(new Set(await Promise.all(strangers.map(outcomeOf)))).toEqual(new Set(['open']));
    expect(await outcomeOf(connect(LINK_PATH))).toBe('429');
    expect(await outcomeOf(connect(await pathOf('phone')))).toBe('429');
    link.sendRaw({ type: 'ping' });
    await link.next('pong');
    const gone = closeOf(strangers[0]);
    strangers[0].close();
    await gone;
    await eventually(async () => expect(await outcomeOf(connect(LINK_PATH))).toBe('open'));
    await link.close();
  });

  it('are limited in number', () => {
    const { max } = BUDGET.linksWaiting;
    const all = createWaitingSockets();
    for (let n = 0; n < max; n += 1) expect(all.enter(`address ${n}`)).toEqual(expect.any(Function));
    expect(all.enter('one more')).toBeUndefined();
    const waiting = createWaitingSockets(2, 3);
    const ends = ['a', 'a', 'b'].map((address) => waiting.enter(address));
    expect(ends).toEqual([expect.any(Function), expect.any(Function), expect.any(Function)]);
    expect(waiting.enter('a')).toBeUndefined();
    expect(waiting.enter('c')).toBeUndefined();
    ends[0]?.();
    ends[0]?.();
    expect(waiting.enter('c')).toEqual(expect.any(Function));
    expect(waiting.enter('a')).toBeUndefined();
  });
});
