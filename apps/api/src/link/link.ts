import { CLOSE_CODES, DeviceFrame, LINK_LIMITS, type Hello, type ServerFrame } from '@drover/contract';
import type { WebSocket } from 'ws';
import { hashSecret } from '../accounts/credentials';
import { newId } from '../database/ids';
import type { Recipient } from './delivery';
import type { Arrival, LinkedDevice } from './presence';
import type { Pressure } from './pressure';
import type { Report } from './report';

/** Unsent bytes beyond which a device gets nothing new. */
const congestedBytes = 1024 * 1024;

/** What a link asks of the node that it ends on. */
export interface LinkHost {
  connect(arrival: Arrival): Promise<LinkedDevice | undefined>;
  report(report: Report): Promise<unknown>;
  /** The device stands, and what waits for it may be sent. */
  onOpen(link: Link): void;
  onClose(link: Link): void;
  onFrame(direction: 'received' | 'sent', type: string): void;
  /** Has the link acknowledge what is durable by now, soon. */
  acknowledge(link: SocketLink): void;
  readonly pressure: Pressure;
  readonly heartbeatMs: number;
}

/** A device's connection. */
export interface Link extends Recipient {
  close(code: number, reason: string): void;
  /** Pings; gives the link up where the last two pings brought no answer. */
  beat(): void;
}

/** Ends a link that a newer one took over from. */
export function replaceLink(link: Link): void {
  link.close(CLOSE_CODES.replaced, 'a newer link took over');
}

/** Ends the link of a device that was removed. */
export function forgetLink(link: Link): void {
  link.send({ type: 'forget' });
  link.close(CLOSE_CODES.badCredential, 'the device was removed');
}

export function isCongested(socket: WebSocket): boolean {
  return socket.bufferedAmount > congestedBytes;
}

/** Speaks the device link on one socket: Hello, then durable frames in, acknowledgements and orders out. */
export class SocketLink implements Link {
  readonly linkId = newId();
  readonly sent = new Set<string>();
  private device?: LinkedDevice;
  /** The hello that is being taken in, and behind it what came before that was done. */
  private greeting?: Promise<void>;
  private skewMs = 0;
  private missedBeats = 0;
  private unacknowledged = 0;
  private acknowledged = 0;
  private readonly helloTimer: NodeJS.Timeout;

  /** `headerToken` is the credential of the upgrade request, if it carried one. */
  constructor(
    private readonly socket: WebSocket,
    private readonly headerToken: string | undefined,
    private readonly host: LinkHost,
  ) {
    const refuse = () => this.close(CLOSE_CODES.helloTimeout, 'no hello');
    this.helloTimer = setTimeout(refuse, LINK_LIMITS.helloTimeoutMs);
    socket.on('pong', () => (this.missedBeats = 0));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.closed());
    socket.on('message', (data: Buffer) => this.hear(data));
  }

  get deviceId(): string {
    return this.device?.id ?? '';
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

  beat(): void {
    if (this.missedBeats >= 2) return this.socket.terminate();
    // A device that is held back cannot be heard.
    if (!this.socket.isPaused) this.missedBeats += 1;
    this.socket.ping();
  }

  private hear(data: Buffer): void {
    this.missedBeats = 0;
    const frame = readFrame(data);
    if (!frame || (frame.type === 'hello') !== (this.greeting === undefined)) {
      return this.close(CLOSE_CODES.badFrame, 'a frame was not understood');
    }
    this.host.onFrame('received', frame.type);
    if (frame.type === 'hello') this.greeting = this.greet(frame).catch(this.giveUp);
    else if (this.device) this.take(frame, data.length);
    // In order, once the greeting is done.
    else this.greeting = this.greeting?.then(() => this.device && this.take(frame, data.length));
  }

  private async greet(hello: Hello): Promise<void> {
    clearTimeout(this.helloTimer);
    if (hello.protocol !== 1) {
      return this.close(CLOSE_CODES.unsupportedProtocol, 'protocol 1 is spoken here');
    }
    this.skewMs = Date.now() - hello.now;
    const tokenHash = hashSecret(this.headerToken ?? hello.token ?? '');
    this.device = await this.host.connect({ linkId: this.linkId, tokenHash, hello });
    if (!this.device) return this.close(CLOSE_CODES.badCredential, 'the credential is unknown');
    const { id: deviceId, name } = this.device;
    this.send({ type: 'welcome', protocol: 1, deviceId, name, heartbeatMs: this.host.heartbeatMs });
    if (this.socket.readyState === this.socket.OPEN) this.host.onOpen(this);
  }

  private take(frame: Exclude<DeviceFrame, Hello>, bytes: number): void {
    if (frame.type === 'ping') return this.send({ type: 'pong' });
    const { report, pressure } = this.host;
    this.unacknowledged += 1;
    if (this.unacknowledged > 2 * LINK_LIMITS.unacknowledgedFrames) {
      return this.close(CLOSE_CODES.tooManyFrames, 'too many frames without acknowledgement');
    }
    pressure.hold(bytes, this.socket);
    report({ deviceId: this.deviceId, frame, time: this.serverTime }).then(
      () => {
        pressure.release(bytes);
        this.unacknowledged -= 1;
        this.acknowledged = Math.max(this.acknowledged, frame.n);
        this.host.acknowledge(this);
      },
      () => {
        pressure.release(bytes);
        this.giveUp();
      },
    );
  }

  sendAck(): void {
    this.send({ type: 'ack', n: this.acknowledged });
  }

  private closed(): void {
    clearTimeout(this.helloTimer);
    // A hello that is still being taken in ends here, too: its device must not stay online.
    void this.greeting?.then(() => this.device && this.host.onClose(this));
  }

  /** What was not written is not acknowledged: the device connects again and sends it again. */
  private readonly giveUp = (): void => this.close(1013, 'not written; try again');

  /** A device's clock may be wrong: its times are moved by as much as it was off at its hello. */
  private readonly serverTime = (at: number): Date =>
    new Date(Math.min(Math.max(at + this.skewMs, 0), Date.now()));
}

function readFrame(data: Buffer): DeviceFrame | undefined {
  try {
    return DeviceFrame.safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}
