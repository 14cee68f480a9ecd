import {
  CLOSE_CODES,
  LINK_LIMITS,
  LINK_PATH,
  LINK_PROTOCOL,
  ServerFrame,
  type DeviceFrame,
  type Hello,
  type Welcome,
} from '@drover/contract/link';
import WebSocket from 'ws';
import { describeMachine, type Machine } from '../device/machine';
import { Backoff } from './backoff';

/** The largest frame that a server sends: a run with its code and its variables. */
const serverFrameBytes = 4 * 1024 * 1024;

/** Frames that come after Welcome. */
export type Order = Exclude<ServerFrame, Welcome>;

/** Why a connection will not be made again. */
export type Verdict = 'bad-credential' | 'replaced';

export interface ConnectionOptions {
  server: string;
  token: string;
  /** What Hello says the device is; this machine unless given. */
  machine?: Machine;
  /** Runs for Hello, asked for at each link. */
  runs: () => string[];
  onWelcome: (welcome: Welcome) => void;
  onOrder: (order: Order) => void;
  onDown?: (why: string, waitMs: number) => void;
  onEnd: (verdict: Verdict) => void;
  reconnectMinMs?: number;
}

const thisMachine = describeMachine();

/** A device's link to its server, made again whenever it breaks. */
export class Connection {
  private readonly backoff: Backoff;
  private socket?: WebSocket;
  private watchdog?: NodeJS.Timeout;
  private reconnectTimer?: NodeJS.Timeout;
  private upSince?: number;
  private isClosed = false;

  constructor(private readonly options: ConnectionOptions) {
    this.backoff = new Backoff(options.reconnectMinMs);
  }

  /** Whether the server has said Welcome on the link that stands now. */
  get isUp(): boolean {
    return this.upSince !== undefined;
  }

  /** Bytes that the network has not taken yet. */
  get bufferedBytes(): number {
    return this.socket?.bufferedAmount ?? 0;
  }

  open(): void {
    const socket = new WebSocket(linkAddress(this.options.server), {
      headers: { authorization: `token ${this.options.token}` },
      perMessageDeflate: false,
      handshakeTimeout: LINK_LIMITS.helloTimeoutMs,
      maxPayload: serverFrameBytes,
    });
    this.socket = socket;
    let why = '';
    let isRefused = false;
    socket.on('open', () => this.greet());
    socket.on('message', (data: Buffer, isBinary) => this.receive(isBinary ? '' : data.toString('utf8')));
    socket.on('ping', () => this.watchdog?.refresh());
    socket.on('unexpected-response', (request, response) => {
      isRefused = response.statusCode === 401;
      why = `the server answered ${response.statusCode}`;
      request.destroy();
    });
    socket.on('error', (error) => (why ||= error.message));
    socket.on('close', (code, reason) => {
      const isUnknown = isRefused || code === CLOSE_CODES.badCredential;
      this.closed(
        isUnknown ? CLOSE_CODES.badCredential : code,
        reason.toString() || why || `close code ${code}`,
      );
    });
  }

  send(frame: DeviceFrame | string): void {
    this.socket?.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.reconnectTimer);
    this.socket?.close(CLOSE_CODES.goingAway);
    // Who does not answer a close is not waited for.
    setTimeout(() => this.socket?.terminate(), 500).unref();
  }

  private greet(): void {
    const hello: Hello = {
      type: 'hello',
      protocol: LINK_PROTOCOL,
      now: Date.now(),
      ...(this.options.machine ?? thisMachine),
      runs: this.options.runs().slice(0, LINK_LIMITS.runs),
    };
    this.send(hello);
    this.watch(LINK_LIMITS.helloTimeoutMs);
  }

  /** Gives the link up when nothing has come for so long. */
  private watch(silenceMs: number): void {
    clearTimeout(this.watchdog);
    this.watchdog = setTimeout(() => this.socket?.terminate(), silenceMs);
  }

  private receive(text: string): void {
    if (this.isClosed) return;
    const frame = parseFrame(text);
    this.watchdog?.refresh();
    if (!frame) return;
    if (frame.type !== 'welcome') return this.options.onOrder(frame);
    this.upSince = performance.now();
    this.watch(frame.heartbeatMs * 2.5);
    this.options.onWelcome(frame);
  }

  private closed(code: number, why: string): void {
    clearTimeout(this.watchdog);
    if (this.upSince !== undefined) this.backoff.stood(performance.now() - this.upSince);
    this.upSince = undefined;
    if (this.isClosed) return;
    if (code === CLOSE_CODES.badCredential) return this.end('bad-credential');
    if (code === CLOSE_CODES.replaced) return this.end('replaced');
    const waitMs =
      code === CLOSE_CODES.unsupportedProtocol ? LINK_LIMITS.reconnectMaxMs : this.backoff.nextMs();
    this.options.onDown?.(why, waitMs);
    this.reconnectTimer = setTimeout(() => this.open(), waitMs);
  }

  private end(verdict: Verdict): void {
    this.isClosed = true;
    this.options.onEnd(verdict);
  }
}

/** Frames of types that this version does not know are passed over: a newer server may send them. */
function parseFrame(text: string): ServerFrame | undefined {
  try {
    return ServerFrame.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function linkAddress(server: string): string {
  return server.replace(/^http/, 'ws') + LINK_PATH;
}
