import { CLOSE_CODES, DeviceFrame, LINK_LIMITS, type Hello, type ServerFrame } from '@drover/contract';
import type { WebSocket } from 'ws';
import { hashSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import type { Backpressure } from './backpressure';
import type { Report } from './report';

/** Unsent bytes above which a device is sent nothing new. */
const congestedBytes = 1024 * 1024;

/** A device that is connected to this node. */
export interface Recipient {
  readonly deviceId: string;
  readonly linkId: string;
  /** IDs of what was sent on this link and need not be sent again. */
  readonly sent: Set<string>;
  isCongested(): boolean;
  send(frame: ServerFrame): void;
}

/** A device that sent its hello. */
export interface Arrival {
  linkId: string;
  tokenHash: string;
  hello: Hello;
}

/** A device whose credential is valid. */
export interface LinkedDevice {
  id: string;
  accountId: string;
  name: string;
}

/** What a link needs from the node that it is connected to. */
export interface LinkHost {
  /** Resolves to undefined if the credential is unknown. */
  connect(arrival: Arrival): Promise<LinkedDevice | undefined>;
  /** Resolves once the report is stored. */
  report(report: Report): Promise<unknown>;
  /** Called when the device is online and may be sent its work. */
  onOpen(link: Link): void;
  onClose(link: Link): void;
  onFrame(direction: 'received' | 'sent', type: string): void;
  /** Makes the link acknowledge soon what is stored by now. */
  acknowledge(link: DeviceSocket): void;
  readonly backpressure: Backpressure;
  readonly heartbeatMs: number;
}

/** A device's connection. */
export interface Link extends Recipient {
  close(code: number, reason: string): void;
  /** Sends a ping. Ends the connection if the last two pings were not answered. */
  ping(): void;
}

/** Closes a link that a newer one replaced. */
export function replaceLink(link: Link): void {
  link.close(CLOSE_CODES.replaced, 'a newer link replaced this one');
}

/** Closes the link of a device that was deleted. */
export function forgetLink(link: Link): void {
  link.send({ type: 'forget' });
  link.close(CLOSE_CODES.badCredential, 'the device was deleted');
}

export function isCongested(socket: WebSocket): boolean {
  return socket.bufferedAmount > congestedBytes;
}

/** Any frame but the first. */
type LaterFrame = Exclude<DeviceFrame, Hello>;

/** A frame, and its size. */
interface Received {
  frame: LaterFrame;
  bytes: number;
}

/** The states of a socket, in the order in which it passes through them. Any state may change to `closed`. */
type SocketState =
  | { name: 'awaitingHello'; timeout: NodeJS.Timeout }
  /** The credential is being checked. Frames that arrive meanwhile are handled after it. */
  | { name: 'authenticating'; early: Received[] }
  | { name: 'open'; device: LinkedDevice; skewMs: number }
  /** Closed, or rejected and about to close. `device` is absent if it never opened. */
  | { name: 'closed'; device?: LinkedDevice };

/** Speaks the device link on one socket: hello, then durable frames in, acknowledgements and orders out. */
export class DeviceSocket implements Link {
  readonly linkId = newId();
  readonly sent = new Set<string>();
  private state: SocketState;
  private missedPings = 0;
  private unacknowledged = 0;
  private acknowledged = 0;

  /** `headerToken` is the credential of the upgrade request, if it had one. */
  constructor(
    private readonly socket: WebSocket,
    private readonly headerToken: string | undefined,
    private readonly host: LinkHost,
  ) {
    const onTimeout = () => this.close(CLOSE_CODES.helloTimeout, 'no hello');
    this.state = { name: 'awaitingHello', timeout: setTimeout(onTimeout, LINK_LIMITS.helloTimeoutMs) };
    socket.on('pong', () => (this.missedPings = 0));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.onClose());
    socket.on('message', (data: Buffer) => this.onMessage(data));
  }

  get deviceId(): string {
    return 'device' in this.state ? (this.state.device?.id ?? '') : '';
  }

  isCongested(): boolean {
    return isCongested(this.socket);
  }

  send(frame: ServerFrame): void {
    this.host.onFrame('sent', frame.type);
    this.socket.send(JSON.stringify(frame));
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  ping(): void {
    if (this.missedPings >= 2) return this.socket.terminate();
    // A paused socket does not receive the pong.
    if (!this.socket.isPaused) this.missedPings += 1;
    this.socket.ping();
  }

  sendAck(): void {
    this.send({ type: 'ack', n: this.acknowledged });
  }

  private onMessage(data: Buffer): void {
    this.missedPings = 0;
    const frame = readFrame(data);
    if (!frame || (frame.type === 'hello') !== (this.state.name === 'awaitingHello')) {
      return this.close(CLOSE_CODES.badFrame, 'the frame is not valid here');
    }
    this.host.onFrame('received', frame.type);
    if (frame.type === 'hello') void this.authenticate(frame);
    else this.receive({ frame, bytes: data.length });
  }

  private async authenticate(hello: Hello): Promise<void> {
    const { host, linkId } = this;
    if (this.state.name === 'awaitingHello') clearTimeout(this.state.timeout);
    if (hello.protocol !== 1) {
      return this.reject(CLOSE_CODES.unsupportedProtocol, 'this server speaks protocol 1');
    }
    const early: Received[] = [];
    this.state = { name: 'authenticating', early };
    const skewMs = Date.now() - hello.now;
    const tokenHash = hashSecret(this.headerToken ?? hello.token ?? '');
    try {
      const device = await host.connect({ linkId, tokenHash, hello });
      if (!device) return this.reject(CLOSE_CODES.badCredential, 'the credential is unknown');
      this.open({ name: 'open', device, skewMs }, early);
    } catch {
      this.reject(...tryAgain);
    }
  }

  private open(state: Extract<SocketState, { name: 'open' }>, early: Received[]): void {
    const { host } = this;
    // The socket closed while the credential was checked: the device must not stay online.
    if (this.state.name === 'closed') {
      this.state = { name: 'closed', device: state.device };
      return host.onClose(this);
    }
    this.state = state;
    const { id: deviceId, name } = state.device;
    this.send({ type: 'welcome', protocol: 1, deviceId, name, heartbeatMs: host.heartbeatMs });
    if (this.socket.readyState === this.socket.OPEN) host.onOpen(this);
    for (const received of early) this.receive(received);
  }

  private receive({ frame, bytes }: Received): void {
    const { state } = this;
    if (state.name === 'authenticating') state.early.push({ frame, bytes });
    if (state.name !== 'open') return;
    if (frame.type === 'ping') return this.send({ type: 'pong' });
    this.report(frame, bytes, state);
  }

  private report(
    frame: Exclude<LaterFrame, { type: 'ping' }>,
    bytes: number,
    { device, skewMs }: { device: LinkedDevice; skewMs: number },
  ): void {
    const { host } = this;
    this.unacknowledged += 1;
    if (this.unacknowledged > 2 * LINK_LIMITS.unacknowledgedFrames) {
      return this.close(CLOSE_CODES.tooManyFrames, 'too many unacknowledged frames');
    }
    host.backpressure.hold(bytes, this.socket);
    // A device's clock may be wrong, so its times are shifted by the difference at its hello.
    const time = (at: number) => new Date(Math.min(Math.max(at + skewMs, 0), Date.now()));
    host.report({ deviceId: device.id, frame, time }).then(
      () => {
        host.backpressure.release(bytes);
        this.unacknowledged -= 1;
        this.acknowledged = Math.max(this.acknowledged, frame.n);
        host.acknowledge(this);
      },
      () => {
        host.backpressure.release(bytes);
        // The report is not acknowledged, so the device connects again and sends it again.
        this.close(...tryAgain);
      },
    );
  }

  /** Closes a socket that never opened. */
  private reject(code: number, reason: string): void {
    this.state = { name: 'closed' };
    this.close(code, reason);
  }

  private onClose(): void {
    const { state } = this;
    if (state.name === 'closed') return;
    if (state.name === 'awaitingHello') clearTimeout(state.timeout);
    if (state.name !== 'open') return void (this.state = { name: 'closed' });
    this.state = { name: 'closed', device: state.device };
    this.host.onClose(this);
  }
}

/** Close code 1013 is "try again later" (IANA WebSocket close code registry). */
const tryAgain = [1013, 'not stored, try again'] as const;

function readFrame(data: Buffer): DeviceFrame | undefined {
  try {
    return DeviceFrame.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}
