import type { DeviceFrame, Facts, Hello, ServerFrame, Welcome } from '@drover/contract/link';
import { CLOSE_CODES, LINK_LIMITS, LINK_PATH, LINK_PROTOCOL } from '@drover/contract/link-protocol';
import type { Clock } from './clock';
import { ReconnectDelay } from './reconnect-delay';

/** Frames of the server after Welcome. */
export type Order = Exclude<ServerFrame, Welcome>;

/** Why a link is not opened again. */
export type LinkEnd = 'bad-credential' | 'replaced';

/** What Hello says about the device. */
export type DeviceDescription = Pick<
  Hello,
  'appVersion' | 'platform' | 'brand' | 'model' | 'isolation' | 'canUpdate' | 'engine'
>;

/** The fields of Facts. */
export type DeviceFacts = Omit<Facts, 'type'>;

/** A WebSocket of the host. */
export interface Socket {
  send(text: string): void;
  /** Bytes that the network has not taken yet. */
  bufferedBytes(): number;
  close(): void;
  /** Closes without waiting for the server. */
  terminate(): void;
}

export interface SocketEvents {
  onOpen(): void;
  /** Called for anything that shows that the server is alive, such as its WebSocket pings. */
  onAlive(): void;
  onFrame(frame: ServerFrame): void;
  onClosed(code: number, reason: string): void;
}

/** The part of a link that depends on the host. */
export interface LinkHost {
  clock: Clock;
  /** Opens a WebSocket. Frames of unknown types are to be ignored, because a newer server may send them. */
  openSocket(url: string, events: SocketEvents): Socket;
  /** Milliseconds between Ping frames, for sockets that do not show the server's WebSocket pings. */
  pingMs?: number;
}

export interface LinkOptions {
  host: LinkHost;
  server: string;
  /** The device token for Hello, for sockets that cannot send it in a header. */
  helloToken?: string;
  describeDevice: () => DeviceDescription;
  /** Returns what the device knows about itself by now. */
  readFacts?: () => DeviceFacts;
  /** Returns the runs for Hello. */
  runIds: () => string[];
  onWelcome: (welcome: Welcome) => void;
  onOrder: (order: Order) => void;
  onDown?: (reason: string, waitMs: number) => void;
  onEnd: (end: LinkEnd) => void;
  reconnectMinMs?: number;
}

/** Milliseconds that a WebSocket has to open. */
const openTimeoutMs = 45_000;

/** The link of a device to its server. Connects again whenever it breaks. */
export class DeviceLink {
  private readonly clock: Clock;
  private readonly delay: ReconnectDelay;
  private state: 'connecting' | 'awaitingWelcome' | 'up' | 'waiting' | 'closed' = 'waiting';
  private socket?: Socket;
  private upSinceMs = 0;
  private lastFrameMs = 0;
  private idleTimeoutMs = 0;
  private watchdog: unknown;
  private pingTimer: unknown;
  private factsTimer: unknown;
  private reconnectTimer: unknown;

  constructor(private readonly options: LinkOptions) {
    this.clock = options.host.clock;
    this.delay = new ReconnectDelay(options.reconnectMinMs);
  }

  /** Whether the server has sent Welcome on the current link. */
  isUp(): boolean {
    return this.state === 'up';
  }

  bufferedBytes(): number {
    return this.socket ? this.socket.bufferedBytes() : 0;
  }

  open(): void {
    const { host, server } = this.options;
    this.state = 'connecting';
    this.reconnectTimer = undefined;
    this.watch(openTimeoutMs);
    let isClosed = false;
    const onClosed = (code: number, reason: string) => {
      if (isClosed) return;
      isClosed = true;
      this.handleClosed(code, reason);
    };
    try {
      const socket = host.openSocket(server.replace(/^http/, 'ws') + LINK_PATH, {
        onOpen: () => this.sendHello(),
        onAlive: () => this.noteActivity(),
        onFrame: (frame) => this.receive(frame),
        onClosed,
      });
      if (!isClosed) this.socket = socket;
    } catch (error) {
      onClosed(0, String(error));
    }
  }

  /** Connects at once if the link is waiting for its next attempt. */
  reconnectNow(): void {
    if (this.reconnectTimer === undefined) return;
    this.clock.clearTimeout(this.reconnectTimer);
    this.open();
  }

  send(frame: DeviceFrame | string): void {
    if (this.socket) this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  close(): void {
    this.state = 'closed';
    if (this.reconnectTimer !== undefined) this.clock.clearTimeout(this.reconnectTimer);
    this.stopTimers();
    if (this.socket) this.socket.close();
  }

  private sendHello(): void {
    const { describeDevice, runIds, helloToken } = this.options;
    const hello: Hello = {
      type: 'hello',
      protocol: LINK_PROTOCOL,
      ...(helloToken !== undefined && { token: helloToken }),
      now: Date.now(),
      ...describeDevice(),
      runs: runIds().slice(0, LINK_LIMITS.runs),
    };
    this.state = 'awaitingWelcome';
    this.send(hello);
    this.watch(LINK_LIMITS.helloTimeoutMs);
  }

  private receive(frame: ServerFrame): void {
    if (this.state === 'closed') return;
    this.noteActivity();
    if (frame.type !== 'welcome') return this.options.onOrder(frame);
    const { pingMs = 0 } = this.options.host;
    this.state = 'up';
    this.upSinceMs = this.clock.elapsedMs();
    this.watch(Math.max(2.5 * frame.heartbeatMs, 2.25 * pingMs));
    if (pingMs > 0) this.ping(pingMs);
    if (frame.factsMs) this.sendFacts(frame.factsMs);
    this.options.onWelcome(frame);
  }

  private handleClosed(code: number, reason: string): void {
    this.socket = undefined;
    this.stopTimers();
    if (this.state === 'up') this.delay.onLinkClosed(this.clock.elapsedMs() - this.upSinceMs);
    if (this.state === 'closed') return;
    if (code === CLOSE_CODES.badCredential) return this.end('bad-credential');
    if (code === CLOSE_CODES.replaced) return this.end('replaced');
    this.state = 'waiting';
    const waitMs =
      code === CLOSE_CODES.unsupportedProtocol ? LINK_LIMITS.reconnectMaxMs : this.delay.nextMs();
    if (this.options.onDown) this.options.onDown(reason, waitMs);
    this.reconnectTimer = this.clock.setTimeout(() => this.open(), waitMs);
  }

  private end(end: LinkEnd): void {
    this.state = 'closed';
    this.options.onEnd(end);
  }

  private noteActivity(): void {
    this.lastFrameMs = this.clock.elapsedMs();
  }

  /** Terminates the link when the server has sent nothing for so long. */
  private watch(idleTimeoutMs: number): void {
    this.idleTimeoutMs = idleTimeoutMs;
    this.noteActivity();
    this.checkIdle();
  }

  private checkIdle(): void {
    if (this.watchdog !== undefined) this.clock.clearTimeout(this.watchdog);
    this.watchdog = undefined;
    const remainingMs = this.lastFrameMs + this.idleTimeoutMs - this.clock.elapsedMs();
    if (remainingMs > 0) this.watchdog = this.clock.setTimeout(() => this.checkIdle(), remainingMs);
    else if (this.socket) this.socket.terminate();
  }

  private ping(pingMs: number): void {
    this.pingTimer = this.clock.setTimeout(() => {
      this.send({ type: 'ping' });
      this.ping(pingMs);
    }, pingMs);
  }

  /** Sends the facts unless they are those that this link has sent, now and then every `factsMs`. */
  private sendFacts(factsMs: number, sent?: string): void {
    const { readFacts } = this.options;
    if (!readFacts) return;
    const facts = JSON.stringify({ type: 'facts', ...readFacts() });
    if (facts !== sent) this.send(facts);
    this.factsTimer = this.clock.setTimeout(() => this.sendFacts(factsMs, facts), factsMs);
  }

  private stopTimers(): void {
    if (this.watchdog !== undefined) this.clock.clearTimeout(this.watchdog);
    if (this.pingTimer !== undefined) this.clock.clearTimeout(this.pingTimer);
    if (this.factsTimer !== undefined) this.clock.clearTimeout(this.factsTimer);
    this.watchdog = undefined;
    this.pingTimer = undefined;
    this.factsTimer = undefined;
  }
}
