import { CLOSE_CODES, LINK_LIMITS, type DeviceFrame, type Hello, type ServerFrame } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import type { WebSocket } from 'ws';
import { hashSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import { describeUpdates, type AgentUpdates } from './agent-updates';
import { describeEngine, type Engine } from './engine';
import { FrameTurns } from './frame-turns';
import type { Link, LinkedDevice, LinkHost, Order } from './link';
import { Reading } from './reading';
import { readFrame } from './rejected-frame';
import type { DurableFrame, Rejection } from './report';
import { StatusFrames } from './status-frames';
import { closeSoon, isCongested, limitBytes, messageTooBig, Pings, sendBounded } from './socket-limits';
import type { AcceptedSocket } from './upgrade-handler';

/** A frame after the first, and its size. */
interface Received {
  frame: Exclude<DeviceFrame, Hello> | DurableFrame;
  rejection?: Rejection;
  bytes: number;
}

/** The states of a socket, in the order in which it passes through them. Any state may change to `closed`. */
type SocketState =
  | { name: 'awaitingHello'; timeout: NodeJS.Timeout; endLimit: () => void }
  /** The credential is being checked, and the socket is not read. What arrived with Hello is handled after it. */
  | { name: 'authenticating'; early: Received[] }
  | { name: 'open'; device: LinkedDevice; skewMs: number }
  /** Closed, or rejected and about to close. `device` is absent if it never opened. */
  | { name: 'closed'; device?: LinkedDevice };

/** Speaks the device link on one socket: hello, then durable frames in, acknowledgements and orders out. */
export class DeviceSocket implements Link {
  readonly linkId = newId();
  readonly sent = new Set<string>();
  updates: AgentUpdates = 'installation';
  engine: Engine = 'node';
  private readonly socket: WebSocket;
  private readonly pings: Pings;
  private readonly reading: Reading;
  private readonly frameTurns: FrameTurns;
  private state: SocketState;
  private missedPings = 0;
  private unacknowledged = 0;
  private acknowledged = 0;
  /** The last frame number that the device knows to be stored. */
  private acknowledgementSent = 0;
  private readonly status: StatusFrames;

  /** `headerToken` is the credential of the upgrade request, if it had one. */
  constructor(
    private readonly accepted: AcceptedSocket,
    private readonly headerToken: string | undefined,
    private readonly host: LinkHost,
  ) {
    const { socket, connection } = accepted;
    this.socket = socket;
    this.pings = new Pings(socket);
    this.status = new StatusFrames(host);
    this.reading = new Reading(accepted);
    this.frameTurns = new FrameTurns(host.turns, this.reading);
    const onTimeout = () => this.refuse(CLOSE_CODES.helloTimeout, 'no hello');
    const timeout = setTimeout(onTimeout, LINK_LIMITS.helloTimeoutMs);
    const endLimit = limitBytes(connection, socket, BUDGET.linkHelloBytes.max);
    this.state = { name: 'awaitingHello', timeout, endLimit };
    socket.on('pong', () => (this.missedPings = 0));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => this.onClose());
    socket.on('message', (data: Buffer) =>
      this.frameTurns.run(this.owner, data.length, () => this.onMessage(data)),
    );
  }

  get deviceId(): string {
    return 'device' in this.state ? (this.state.device?.id ?? '') : '';
  }

  /** The account of the device, or the address of a client that is not known yet. */
  private get owner(): string {
    const device = 'device' in this.state ? this.state.device : undefined;
    return device?.accountId ?? this.accepted.address;
  }

  isCongested(): boolean {
    return isCongested(this.socket);
  }

  send(frame: ServerFrame): void {
    this.host.onFrame('sent', frame.type);
    sendBounded(this.accepted, JSON.stringify(frame));
  }

  sendOrder(order: Order): void {
    this.host.onFrame('sent', 'run');
    sendBounded(this.accepted, order.toJson());
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
    if (this.acknowledgementSent === this.acknowledged) return;
    this.acknowledgementSent = this.acknowledged;
    this.send({ type: 'ack', n: this.acknowledged });
  }

  /** Closes a socket whose client broke the protocol. */
  private refuse(code: number, reason: string): void {
    closeSoon(this.socket, code, reason);
  }

  private onMessage(data: Buffer): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.missedPings = 0;
    if (this.state.name === 'awaitingHello' && data.length > BUDGET.linkHelloBytes.max) {
      return this.refuse(messageTooBig, 'hello is too large');
    }
    const received = readFrame(data);
    if (!received && data.length > LINK_LIMITS.frameBytes) {
      return this.refuse(messageTooBig, 'the frame is too large');
    }
    if (!received || (received.frame.type === 'hello') !== (this.state.name === 'awaitingHello')) {
      return this.refuse(CLOSE_CODES.badFrame, 'the frame is not valid here');
    }
    const { frame, rejection } = received;
    this.host.onFrame('received', frame.type);
    if (frame.type === 'hello') void this.authenticate(frame);
    else this.receive({ frame, rejection, bytes: data.length });
  }

  private async authenticate(hello: Hello): Promise<void> {
    const { host, linkId } = this;
    this.endHelloLimits();
    if (hello.protocol !== 1) {
      return this.reject(CLOSE_CODES.unsupportedProtocol, 'this server speaks protocol 1');
    }
    const early: Received[] = [];
    this.state = { name: 'authenticating', early };
    this.reading.pause('authenticating');
    this.updates = describeUpdates(hello);
    this.engine = describeEngine(hello);
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
    this.accepted.endWait(state.device.accountId);
    this.reading.resume('authenticating');
    // The socket closed while the credential was checked: the device must not stay online.
    if (this.state.name === 'closed') {
      this.state = { name: 'closed', device: state.device };
      return host.onClose(this);
    }
    this.state = state;
    const { id: deviceId, name } = state.device;
    const { heartbeatMs } = host;
    this.send({ type: 'welcome', protocol: 1, deviceId, name, heartbeatMs, ...reporting });
    if (this.socket.readyState === this.socket.OPEN) host.onOpen(this);
    for (const received of early) this.receive(received);
  }

  private receive(received: Received): void {
    const { state } = this;
    const { frame } = received;
    if (state.name === 'authenticating') return this.keepEarly(state.early, received);
    if (state.name !== 'open') return;
    if (frame.type === 'ping') return this.pings.answer(() => this.send({ type: 'pong' }));
    if (frame.type === 'facts' || frame.type === 'progress') return this.status.record(frame, state.device);
    this.report({ ...received, frame }, state);
  }

  private keepEarly(early: Received[], received: Received): void {
    early.push(received);
    if (early.length <= LINK_LIMITS.unacknowledgedFrames) return;
    early.length = 0;
    this.refuse(CLOSE_CODES.tooManyFrames, 'too many frames before welcome');
  }

  private report(
    { frame, rejection, bytes }: Received & { frame: DurableFrame },
    { device, skewMs }: { device: LinkedDevice; skewMs: number },
  ): void {
    const { host, engine } = this;
    this.unacknowledged += 1;
    if (this.unacknowledged > 2 * LINK_LIMITS.unacknowledgedFrames) {
      return this.refuse(CLOSE_CODES.tooManyFrames, 'too many unacknowledged frames');
    }
    host.backpressure.hold(bytes, this.reading);
    // A device's clock may be wrong, so its times are shifted by the difference at its hello.
    const time = (at: number) => new Date(Math.min(Math.max(at + skewMs, 0), Date.now()));
    const { id: deviceId, accountId } = device;
    host.report({ deviceId, accountId, engine, frame, bytes, rejection, time }).then(
      () => {
        host.backpressure.release(bytes);
        this.unacknowledged -= 1;
        this.acknowledged = Math.max(this.acknowledged, frame.n);
        // Acknowledgements that are delayed must not stop a device that may send few more frames without one.
        if (this.acknowledged - this.acknowledgementSent > LINK_LIMITS.unacknowledgedFrames / 2)
          this.sendAck();
        else host.acknowledge(this);
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
    this.reading.resume('authenticating');
    this.refuse(code, reason);
  }

  private endHelloLimits(): void {
    if (this.state.name !== 'awaitingHello') return;
    clearTimeout(this.state.timeout);
    this.state.endLimit();
  }

  private onClose(): void {
    this.accepted.endWait();
    this.endHelloLimits();
    const { state } = this;
    if (state.name === 'closed') return;
    if (state.name !== 'open') return void (this.state = { name: 'closed' });
    this.state = { name: 'closed', device: state.device };
    this.host.onClose(this);
  }
}

/** How often the device may report its facts and the progress of its runs. */
const reporting = { factsMs: LINK_LIMITS.factsMs, progressMs: LINK_LIMITS.progressMs };

/** Close code 1013 is "try again later" (IANA WebSocket close code registry). */
const tryAgain = [1013, 'not stored, try again'] as const;
