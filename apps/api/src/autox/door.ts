import { CLOSE_CODES, LINK_LIMITS } from '@drover/contract';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ApiError } from '../http/api-error';
import type { LinkHost } from '../link/link';
import type { Service } from '../service';
import { command, greeting, pong, readPhoneFrame, type PhoneFrame, type PhoneHello } from './dialect';
import { agentScript } from './phone-files';
import { admitPhone, type AdmittedPhone } from './phones';
import { countGuesses, isLoopback, type Guesses } from './guesses';
import { openStockPhone, type StockPhone } from './stock-phone';

/** How often it is looked whether a phone's agent is there still. */
const agentLookMs = 60_000;

/** Frames that are being written, beyond which no more are read. */
const maxFramesHeld = 256;

const congestedBytes = 1024 * 1024;

interface Visitor {
  key: string;
  /** Where the phone reaches this service, as it was told by the code that it scanned. */
  server: string;
  guesses: Guesses;
}

const doorPath = /^\/autox\/([^/]{1,100})$/;

export function isDoor(path: string): boolean {
  return doorPath.test(path);
}

interface Ring {
  socket: Duplex;
  upgrade(open: (webSocket: WebSocket) => void): void;
  host: LinkHost;
}

/** The door for stock apps, at /autox/<enrolment key>. */
export function createDoor(service: Service) {
  const guessesOf = countGuesses(service);
  return async (request: IncomingMessage, { socket, upgrade, host }: Ring): Promise<void> => {
    const guesses = guessesOf(request);
    if (await guesses.areTooMany()) return void socket.end('HTTP/1.1 429 Too Many Requests\r\n\r\n');
    const key = doorPath.exec(request.url?.split('?')[0] ?? '')?.[1] ?? '';
    const visitor = { key, server: addressOf(request), guesses };
    upgrade((webSocket) => receive(service, { host, socket: webSocket }, visitor));
  };
}

/** A phone's app under "connect to computer": greets it, answers its pings, and sends it the full agent. */
function receive(
  service: Service,
  { host, socket }: { host: LinkHost; socket: WebSocket },
  { key, server, guesses }: Visitor,
): void {
  let hello: PhoneHello | undefined;
  let stock: StockPhone | undefined;
  let lookedAt = 0;
  let held = 0;
  let arriving: Promise<void> | undefined;

  const send = (frame: object) => socket.send(JSON.stringify(frame));
  const close = (code: number, reason: string) => socket.close(code, reason);
  const helloTimer = setTimeout(
    () => close(CLOSE_CODES.helloTimeout, 'no hello'),
    LINK_LIMITS.helloTimeoutMs,
  );
  // The phone pings every 10 s by itself, and answers ours: one that is silent for two and a half of them is gone.
  const silence = setTimeout(() => socket.terminate(), host.heartbeatMs * 2.5);
  const heartbeat = setInterval(() => socket.ping(), host.heartbeatMs);

  socket.on('error', () => socket.terminate());
  socket.on('pong', () => silence.refresh());
  socket.on('close', () => {
    clearTimeout(helloTimer);
    clearTimeout(silence);
    clearInterval(heartbeat);
    void arriving?.then(() => stock?.leave());
  });
  socket.on('message', (data: Buffer, isBinary) => {
    silence.refresh();
    if (isBinary) return;
    const frame = readPhoneFrame(data);
    if (!frame) return close(CLOSE_CODES.badFrame, 'a frame was not understood');
    if (frame.type === 'hello') return greet(frame.data);
    if (!hello) return close(CLOSE_CODES.badFrame, 'the first frame has to be hello');
    obey(frame, data.length);
  });

  function greet(said: PhoneHello): void {
    if (hello) return;
    hello = said;
    clearTimeout(helloTimer);
    arriving = arrive(said).catch(refuse);
  }

  async function arrive(said: PhoneHello): Promise<void> {
    const phone = await admitPhone(service, key, said);
    if (lookedAt === 0) send(greeting());
    lookedAt = Date.now();
    if (phone.hasAgent && phone.isOnline) return;
    sendAgent(phone);
    if (phone.hasAgent || !phone.token || socket.readyState !== socket.OPEN) return;
    const connection = {
      send,
      close,
      isCongested: () => socket.bufferedAmount > congestedBytes,
      onReplaced: () => (stock = undefined),
    };
    const admitted = { phone: { ...phone, token: phone.token }, hello: said };
    stock = await openStockPhone(service, { host, socket: connection }, admitted);
  }

  function sendAgent({ deviceId, name, token }: AdmittedPhone): void {
    const script = agentScript({ server, ...(token && { credential: { token, deviceId, name } }) });
    send(command({ command: 'run', id: 'drover-agent', name: 'drover-agent.js', script }));
  }

  async function refuse(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) {
      service.log.warn({ err: error }, 'a phone was not let in');
      return close(1013, 'try again');
    }
    if (error.error === 'invalidEnrolmentKey') await guesses.count();
    close(CLOSE_CODES.badCredential, error.message);
  }

  function obey(frame: PhoneFrame, bytes: number): void {
    if (frame.type === 'ping') {
      send(pong(frame.data));
      return lookForAgent();
    }
    if (frame.type !== 'log') return;
    held += 1;
    if (held > maxFramesHeld) socket.pause();
    host.pressure.hold(bytes, socket);
    void write(frame.data.log).finally(() => {
      held -= 1;
      host.pressure.release(bytes);
      if (held === 0) socket.resume();
    });
  }

  async function write(log: string): Promise<void> {
    await arriving;
    await stock?.hear(log);
  }

  /** An agent that ended is sent again: the phone needs no hand laid on it. */
  function lookForAgent(): void {
    if (stock || !hello || Date.now() - lookedAt < agentLookMs) return;
    arriving = arrive(hello).catch(refuse);
  }
}

/** Where the phone reached this service: a proxy on this machine may say by what scheme. */
function addressOf({ headers, socket }: IncomingMessage): string {
  const isSecure = isLoopback(socket) && headers['x-forwarded-proto']?.toString().startsWith('https');
  return `${isSecure ? 'https' : 'http'}://${headers.host ?? ''}`;
}
