import { CLOSE_CODES } from '@drover/contract/link';
import { DeviceLink, type DeviceFacts, type LinkHost, type Socket, type SocketEvents } from '../src/index';

/** A host without a network, whose sockets the test opens and closes. */
class TestHost implements LinkHost {
  readonly sockets: { events: SocketEvents; sent: string[]; isTerminated: boolean }[] = [];
  constructor(readonly pingMs?: number) {}

  readonly clock = {
    elapsedMs: () => Date.now(),
    setTimeout: (act: () => void, ms: number) => setTimeout(act, ms),
    clearTimeout: (timer: unknown) => clearTimeout(timer as NodeJS.Timeout),
  };

  openSocket(_url: string, events: SocketEvents): Socket {
    const socket = { events, sent: [] as string[], isTerminated: false };
    this.sockets.push(socket);
    const terminate = () => {
      socket.isTerminated = true;
      events.onClosed(1006, 'terminated');
    };
    return { send: (text) => socket.sent.push(text), bufferedBytes: () => 0, close: terminate, terminate };
  }

  get last() {
    return this.sockets[this.sockets.length - 1];
  }

  welcome(fields: { factsMs?: number } = {}): void {
    this.last.events.onOpen();
    this.last.events.onFrame({
      ...{ type: 'welcome', protocol: 1, deviceId: 'd', name: 'n', heartbeatMs: 15_000, ...fields },
    });
  }
}

const ends: string[] = [];
const waits: number[] = [];

function openLink(host: TestHost, readFacts?: () => DeviceFacts): DeviceLink {
  const link = new DeviceLink({
    readFacts,
    host,
    server: 'https://drover.example',
    helloToken: 'hmd_test',
    describeDevice: () => ({ appVersion: '1' }),
    runIds: () => ['r'],
    onWelcome: () => undefined,
    onOrder: () => undefined,
    onDown: (_reason, waitMs) => waits.push(waitMs),
    onEnd: (end) => ends.push(end),
  });
  link.open();
  return link;
}

beforeEach(() => {
  jest.useFakeTimers();
  ends.length = 0;
  waits.length = 0;
});
afterEach(() => {
  jest.useRealTimers();
});

describe('DeviceLink', () => {
  it('sends Hello with the token and the runs', () => {
    const host = new TestHost();
    openLink(host);
    host.last.events.onOpen();
    expect(JSON.parse(host.last.sent[0])).toMatchObject({ type: 'hello', token: 'hmd_test', runs: ['r'] });
  });

  it('is up from Welcome until the socket closes', () => {
    const host = new TestHost();
    const link = openLink(host);
    expect(link.isUp()).toBe(false);
    host.welcome();
    expect(link.isUp()).toBe(true);
    host.last.events.onClosed(1006, 'lost');
    expect(link.isUp()).toBe(false);
  });

  it('reconnects with delays that grow up to a minute', () => {
    const host = new TestHost();
    openLink(host);
    for (let i = 0; i < 20; i += 1) {
      host.last.events.onClosed(1006, 'refused');
      jest.advanceTimersByTime(Math.ceil(waits[i]));
    }
    expect(host.sockets).toHaveLength(21);
    expect(waits.every((waitMs) => waitMs >= 1000 && waitMs <= 60_000)).toBe(true);
    expect(waits[0]).toBeLessThanOrEqual(2000);
    expect(Math.max(...waits)).toBeGreaterThan(10_000);
  });

  it('connects at once when asked to while it waits', () => {
    const host = new TestHost();
    const link = openLink(host);
    host.last.events.onClosed(1006, 'refused');
    link.reconnectNow();
    expect(host.sockets).toHaveLength(2);
    link.reconnectNow();
    expect(host.sockets).toHaveLength(2);
  });

  it('terminates a link without traffic for two and a half heartbeats', () => {
    const host = new TestHost();
    openLink(host);
    host.welcome();
    jest.advanceTimersByTime(30_000);
    host.last.events.onAlive();
    jest.advanceTimersByTime(37_000);
    expect(host.sockets[0].isTerminated).toBe(false);
    jest.advanceTimersByTime(1000);
    expect(host.sockets[0].isTerminated).toBe(true);
  });

  it('sends Ping frames for a host that does not see WebSocket pings', () => {
    const host = new TestHost(20_000);
    openLink(host);
    host.welcome();
    jest.advanceTimersByTime(40_000);
    expect(host.last.sent.slice(1)).toEqual(['{"type":"ping"}', '{"type":"ping"}']);
    jest.advanceTimersByTime(5000);
    expect(host.sockets[0].isTerminated).toBe(true);
  });

  it.each([
    [CLOSE_CODES.badCredential, 'bad-credential'],
    [CLOSE_CODES.replaced, 'replaced'],
  ])('does not reconnect after close code %d', (code, end) => {
    const host = new TestHost();
    openLink(host);
    host.welcome();
    host.last.events.onClosed(code, '');
    jest.advanceTimersByTime(120_000);
    expect(ends).toEqual([end]);
    expect(host.sockets).toHaveLength(1);
  });

  it('waits a minute when the server does not support the protocol version', () => {
    const host = new TestHost();
    openLink(host);
    host.last.events.onClosed(CLOSE_CODES.unsupportedProtocol, '');
    expect(waits).toEqual([60_000]);
  });

  it('does not reconnect after close()', () => {
    const host = new TestHost();
    const link = openLink(host);
    host.welcome();
    link.close();
    jest.advanceTimersByTime(120_000);
    expect(host.sockets).toHaveLength(1);
  });
});

describe('facts', () => {
  const sentFacts = (host: TestHost) =>
    host.sockets
      .flatMap(({ sent }) => sent.map((text) => JSON.parse(text)))
      .filter(({ type }) => type === 'facts');

  it('are sent after Welcome, and then if they have changed', () => {
    const host = new TestHost(10_000);
    let cores = 1;
    openLink(host, () => ({ cores }));
    host.welcome({ factsMs: 20_000 });
    expect(sentFacts(host)).toEqual([{ type: 'facts', cores: 1 }]);
    jest.advanceTimersByTime(20_000);
    expect(sentFacts(host)).toHaveLength(1);
    cores = 2;
    host.last.events.onAlive();
    jest.advanceTimersByTime(20_000);
    expect(sentFacts(host)).toEqual([
      { type: 'facts', cores: 1 },
      { type: 'facts', cores: 2 },
    ]);
  });

  it('are sent again on the next link, and not between links', () => {
    const host = new TestHost();
    openLink(host, () => ({ cores: 1 }));
    host.welcome({ factsMs: 20_000 });
    host.last.events.onClosed(1006, 'lost');
    jest.advanceTimersByTime(Math.ceil(waits[0]));
    expect(sentFacts(host)).toHaveLength(1);
    host.welcome({ factsMs: 20_000 });
    expect(sentFacts(host)).toHaveLength(2);
  });

  it('are not sent to a server that does not ask for them', () => {
    const host = new TestHost();
    openLink(host, () => ({ cores: 1 }));
    host.welcome();
    jest.advanceTimersByTime(60_000);
    expect(sentFacts(host)).toEqual([]);
  });
});
