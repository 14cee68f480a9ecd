import { DeviceFrame, LINK_LIMITS, LINK_PATH } from '@drover/contract/link';
import fc from 'fast-check';
import { on, once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { anyJson, jsonOf, nestedTexts, texts, wideTexts, type JsonSchema, type KnownValues } from './values';

/** A message on a socket, or a control frame. */
export interface WireFrame {
  kind: 'text' | 'binary' | 'ping';
  data: string;
}

/** The mark of a report in the log of a stock phone. */
const reportMark = '[drover] ';

const framesAtOnce = 16;
const controlBytes = 125;
const untilReadMs = 1_000;
const openTimeoutMs = 30_000;

function wire(data: fc.Arbitrary<string>): fc.Arbitrary<WireFrame> {
  const kind = fc.oneof(
    { weight: 30, arbitrary: fc.constant('text' as const) },
    fc.constantFrom('binary' as const, 'ping' as const),
  );
  return fc.record({ kind, data });
}

const broken = fc.oneof(
  texts(LINK_LIMITS.frameBytes),
  nestedTexts(LINK_LIMITS.frameBytes),
  wideTexts(LINK_LIMITS.frameBytes),
  anyJson(LINK_LIMITS.frameBytes),
);

/** Frames of a device. Most are of the protocol, because an invalid one closes the link. */
export function fuzzedLinkFrames(known: KnownValues): fc.Arbitrary<WireFrame> {
  const schemas = DeviceFrame.options.map((option) => z.toJSONSchema(option, { io: 'input' }) as JsonSchema);
  const frames = schemas.filter(({ properties }) => properties?.type?.const !== 'hello');
  const ofProtocol = fc
    .constantFrom(...frames)
    .chain((schema) => jsonOf(schema, known, LINK_LIMITS.frameBytes));
  return wire(fc.oneof({ weight: 12, arbitrary: ofProtocol }, { weight: 1, arbitrary: broken }));
}

/** Lines as the app writes them, and as a script's prelude reports into the app's log. */
function phoneLogs(known: KnownValues): fc.Arbitrary<string> {
  const report = fc
    .record({
      type: fc.constantFrom('log', 'posted', 'exit', 'ended', 'else'),
      runId: fc.constantFrom(known.runId, 'a', ''),
      at: fc.constantFrom(0, Date.now(), -1, 1e300),
      text: texts(LINK_LIMITS.frameBytes),
      attachments: anyJson(LINK_LIMITS.frameBytes),
    })
    .map(({ attachments, ...rest }) => `${JSON.stringify(rest).slice(0, -1)},"attachments":${attachments}}`);
  const line = fc.oneof(
    report.map((json) => reportMark + json),
    texts(LINK_LIMITS.frameBytes),
  );
  return fc
    .tuple(fc.constantFrom('V', 'D', 'I', 'W', 'E', 'Z', ''), line)
    .map(([letter, text]) => `14:03:22.123/${letter}: ${text}`);
}

/** Frames of a stock phone. */
export function fuzzedPhoneFrames(known: KnownValues): fc.Arbitrary<WireFrame> {
  const log = phoneLogs(known).map((text) => JSON.stringify({ type: 'log', data: { log: text } }));
  const ping = anyJson(LINK_LIMITS.frameBytes).map((data) => `{"type":"ping","data":${data}}`);
  const other = fc
    .tuple(texts(50), anyJson(LINK_LIMITS.frameBytes))
    .map(([type, data]) => `{"type":${JSON.stringify(type)},"data":${data}}`);
  return wire(
    fc.oneof(
      { weight: 10, arbitrary: log },
      { weight: 3, arbitrary: ping },
      { weight: 2, arbitrary: other },
      { weight: 1, arbitrary: broken },
    ),
  );
}

/** A socket that is opened again whenever the server closes it. */
export class FuzzedSocket {
  private socket?: WebSocket;
  private sinceOpen = 0;
  /** How often the server closed it, by close code. */
  readonly closes = new Map<number, number>();

  /** `open` returns a socket that is ready for frames. */
  constructor(private readonly open: () => Promise<WebSocket>) {}

  async send({ kind, data }: WireFrame): Promise<void> {
    const socket = await this.connected();
    if (kind === 'ping') socket.ping(Buffer.from(data).subarray(0, controlBytes));
    else socket.send(kind === 'binary' ? Buffer.from(data) : data);
    this.sinceOpen += 1;
    // The frames after one for which the server closes the socket are not read, so they must not be many.
    if (this.sinceOpen % framesAtOnce === 0) await untilRead(socket);
  }

  /** Sends nothing more, and waits until the server has read everything. */
  async end(): Promise<void> {
    const { socket } = this;
    if (!socket || socket.readyState === WebSocket.CLOSED) return;
    socket.close();
    await once(socket, 'close');
  }

  private async connected(): Promise<WebSocket> {
    if (this.socket?.readyState === WebSocket.OPEN) return this.socket;
    const socket = await this.open();
    this.sinceOpen = 0;
    this.socket = socket;
    socket.on('close', (code) => this.closes.set(code, (this.closes.get(code) ?? 0) + 1));
    return socket;
  }
}

/** Waits until the server has answered a ping, and so has read what was sent before, or has closed the socket. */
async function untilRead(socket: WebSocket): Promise<void> {
  if (socket.readyState !== WebSocket.OPEN) return;
  const done = new AbortController();
  const { signal } = done;
  socket.ping();
  const timer = setTimeout(() => done.abort(), untilReadMs);
  await Promise.race([once(socket, 'pong', { signal }), once(socket, 'close', { signal })]).catch(
    () => undefined,
  );
  clearTimeout(timer);
  done.abort();
}

let connections = 0;

/** Connects, and waits until the server is ready for frames. Each connection comes from another address. */
async function connect(url: string, headers = {}): Promise<WebSocket> {
  connections += 1;
  const address = `198.51.${Math.floor(connections / 250) % 250}.${connections % 250}`;
  const socket = new WebSocket(url.replace(/^http/, 'ws'), {
    headers: { ...headers, 'x-forwarded-for': address },
    handshakeTimeout: openTimeoutMs,
  });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  return socket;
}

/** Opens the link of a device. */
export async function openLink(url: string, token: string, runs: string[]): Promise<WebSocket> {
  const socket = await connect(url + LINK_PATH, { authorization: `token ${token}` });
  socket.send(JSON.stringify({ type: 'hello', protocol: 1, now: Date.now(), appVersion: '2.0.0', runs }));
  await untilFrame(socket, '"welcome"');
  return socket;
}

/** Connects as a new stock phone, and reports the token that the server gives it. */
export async function openPhone(url: string, key: string, name: string): Promise<WebSocket> {
  const socket = await connect(`${url}/autox/${key}`);
  socket.send(JSON.stringify({ type: 'hello', data: { device_name: name, app_version: '7.0.4' } }));
  const identify = await untilFrame(socket, 'drover-phone');
  const [token] = /hmd_\w+/.exec(identify) ?? [];
  const log = `14:03:22.123/V: ${reportMark}${JSON.stringify({ type: 'phone', token })}`;
  socket.send(JSON.stringify({ type: 'log', data: { log } }));
  await untilFrame(socket, 'drover-agent');
  return socket;
}

/** Returns the next frame that contains a text. */
async function untilFrame(socket: WebSocket, text: string): Promise<string> {
  const signal = AbortSignal.timeout(openTimeoutMs);
  for await (const [data] of on(socket, 'message', { signal, close: ['close'] }) as AsyncIterable<[Buffer]>) {
    if (data.includes(text)) return data.toString();
  }
  throw new Error(`The server closed the socket before it sent ${text}.`);
}
