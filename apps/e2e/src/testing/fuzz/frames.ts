import { DeviceFrame, LINK_LIMITS } from '@drover/contract/link';
import fc from 'fast-check';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { anyJson, jsonOf, nestedTexts, texts, wideTexts, type JsonSchema, type KnownValues } from './values';

/** A message on a socket, or a control frame. */
export interface WireFrame {
  kind: 'text' | 'binary' | 'ping';
  data: string;
}

const controlBytes = 125;
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
function phoneLogs(mark: string, known: KnownValues): fc.Arbitrary<string> {
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
    report.map((json) => mark + json),
    texts(LINK_LIMITS.frameBytes),
  );
  return fc
    .tuple(fc.constantFrom('V', 'D', 'I', 'W', 'E', 'Z', ''), line)
    .map(([letter, text]) => `14:03:22.123/${letter}: ${text}`);
}

/** Frames of a stock phone. */
export function fuzzedPhoneFrames(mark: string, known: KnownValues): fc.Arbitrary<WireFrame> {
  const log = phoneLogs(mark, known).map((text) => JSON.stringify({ type: 'log', data: { log: text } }));
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
  private opened = 0;
  /** How often the server closed it, by close code. */
  readonly closes = new Map<number, number>();

  /** `open` returns the address and headers, and the first frames of each connection. */
  constructor(private readonly open: () => Promise<{ url: string; token?: string; first: string[] }>) {}

  async send({ kind, data }: WireFrame): Promise<void> {
    const socket = await this.connected();
    if (kind === 'ping') socket.ping(Buffer.from(data).subarray(0, controlBytes));
    else socket.send(kind === 'binary' ? Buffer.from(data) : data);
    while (socket.bufferedAmount > LINK_LIMITS.frameBytes && socket.readyState === WebSocket.OPEN) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
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
    const { url, token, first } = await this.open();
    this.opened += 1;
    const socket = new WebSocket(url, {
      headers: {
        // Each connection comes from another address, so that bounds per address do not end the test.
        'x-forwarded-for': `198.51.${Math.floor(this.opened / 250) % 250}.${this.opened % 250}`,
        ...(token !== undefined && { authorization: `token ${token}` }),
      },
      handshakeTimeout: openTimeoutMs,
    });
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('close', (code) => this.closes.set(code, (this.closes.get(code) ?? 0) + 1));
    await once(socket, 'open');
    for (const frame of first) socket.send(frame);
    return socket;
  }
}
