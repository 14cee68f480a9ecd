import { CLOSE_CODES, LINK_LIMITS } from '@drover/contract';
import { BUDGET } from '@drover/contract/budget';
import type { WebSocket } from 'ws';
import { hashSecret, newSecret } from '../auth/credentials';
import type { AppContext } from '../context/app-context';
import { FrameTurns } from '../device-socket/frame-turns';
import type { LinkHost } from '../device-socket/link';
import { Reading } from '../device-socket/reading';
import {
  closeSoon,
  isCongested,
  limitBytes,
  messageTooBig,
  Pings,
  sendBounded,
} from '../device-socket/socket-limits';
import type { AcceptedSocket } from '../device-socket/upgrade-handler';
import { ApiError } from '../errors/api-error';
import { command, createHello, pong, readPhoneFrame, type PhoneFrame, type PhoneHello } from './dialect';
import { agentScript, identityScript } from './phone-files';
import { enrolPhone, findPhone, type EnrolledPhone } from './phones';
import { readIdentity } from './stock-log';
import { openStockPhone, type PhoneSocket, type StockPhone } from './stock-phone';

/** How often the server checks that a phone's agent still runs. */
const agentCheckMs = 60_000;

/** How long a phone has to report its token. */
const identityTimeoutMs = 15_000;

/** What a client may send before its hello is complete, and until it has reported its token. */
const maxHelloBytes = BUDGET.phoneHelloBytes.max;
const maxEarlyBytes = BUDGET.phoneEarlyBytes.max;
const maxEarlyLines = 64;

/** The server stops reading while more frames than this are being stored. */
const maxPendingFrames = 256;

/** Where a connection came from. */
interface Origin {
  key: string;
  /** URL of the server as the phone reaches it, from the QR code that it scanned. */
  server: string;
}

/** The states of a connection, in this order. */
type State =
  | { name: 'awaitingHello' }
  /** The phone has to report its token. `newToken` is the one that it is given if its key is new. */
  | { name: 'identifying'; hello: PhoneHello; newToken?: string; isChecked: boolean; earlyLines: string[] }
  | { name: 'admitted'; hello: PhoneHello; token: string };

/**
 * The connection of a stock app ("Connect to computer"). Answers its pings and sends it the agent. A key admits one phone:
 * its first connection stores a device token on the phone, which later connections have to report.
 */
export class PhoneConnection implements PhoneSocket {
  private readonly host: LinkHost;
  private readonly socket: WebSocket;
  private readonly accepted: AcceptedSocket;
  private readonly pings: Pings;
  private readonly reading: Reading;
  private readonly frameTurns: FrameTurns;
  private state: State = { name: 'awaitingHello' };
  private admission?: Promise<void>;
  private stock?: StockPhone;
  private admittedAt = 0;
  private pendingFrames = 0;
  private endEarlyLimits: AcceptedSocket['endWait'];
  private readonly inactivityTimer: NodeJS.Timeout;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(
    private readonly context: AppContext,
    { host, accepted }: { host: LinkHost; accepted: AcceptedSocket },
    private readonly origin: Origin,
  ) {
    const { socket } = accepted;
    this.host = host;
    this.socket = socket;
    this.accepted = accepted;
    this.pings = new Pings(socket);
    this.reading = new Reading(accepted);
    this.frameTurns = new FrameTurns(host.turns, this.reading);
    this.endEarlyLimits = this.limitEarly(accepted);
    // The phone pings every 10 s and answers the server's pings, so it is disconnected after two and a half intervals without a frame.
    this.inactivityTimer = setTimeout(() => socket.terminate(), host.heartbeatMs * 2.5);
    this.heartbeat = setInterval(() => socket.ping(), host.heartbeatMs);
    socket.on('error', () => socket.terminate());
    socket.on('pong', () => this.inactivityTimer.refresh());
    socket.on('close', () => this.onClose());
    socket.on('message', (data: Buffer, isBinary) =>
      this.frameTurns.run(this.owner, data.length, () => this.onMessage(data, isBinary)),
    );
  }

  /** The account of the phone, or the address of a phone that has not started the agent yet. */
  private get owner(): string {
    return this.stock?.accountId || this.accepted.address;
  }

  send(frame: object): void {
    sendBounded(this.accepted, JSON.stringify(frame));
  }

  close(code: number, reason: string): void {
    closeSoon(this.socket, code, reason);
  }

  isCongested(): boolean {
    return isCongested(this.socket);
  }

  onReplaced(): void {
    this.stock = undefined;
  }

  /** Limits bytes and time until the hello, and then until the phone is known. Returns the function that ends the limits. */
  private limitEarly({ connection, socket, endWait }: AcceptedSocket): AcceptedSocket['endWait'] {
    const closeLate = () => this.close(CLOSE_CODES.helloTimeout, 'the phone did not identify itself in time');
    const timers = [
      setTimeout(() => this.state.name === 'awaitingHello' && closeLate(), LINK_LIMITS.helloTimeoutMs),
      setTimeout(closeLate, LINK_LIMITS.helloTimeoutMs + identityTimeoutMs),
    ];
    const ends = [limitBytes(connection, socket, maxHelloBytes)];
    socket.once('message', () => {
      ends.pop()?.();
      if (this.state.name !== 'admitted') ends.push(limitBytes(connection, socket, maxEarlyBytes));
    });
    return (accountId) => {
      timers.forEach(clearTimeout);
      ends.forEach((end) => end());
      endWait(accountId);
    };
  }

  private onMessage(data: Buffer, isBinary: boolean): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.inactivityTimer.refresh();
    if (isBinary) return;
    if (this.state.name === 'awaitingHello' && data.length > maxHelloBytes) {
      return this.close(messageTooBig, 'hello is too large');
    }
    const frame = readPhoneFrame(data);
    if (!frame) return this.close(CLOSE_CODES.badFrame, 'invalid frame');
    if (frame.type === 'hello') return this.onHello(frame.data);
    if (this.state.name === 'awaitingHello') {
      return this.close(CLOSE_CODES.badFrame, 'the first frame must be hello');
    }
    this.onFrame(frame, data.length);
  }

  private onHello(hello: PhoneHello): void {
    if (this.state.name !== 'awaitingHello') return;
    this.state = { name: 'identifying', hello, isChecked: false, earlyLines: [] };
    this.admission = this.identify(this.state).catch(this.reject);
  }

  private onFrame(frame: PhoneFrame, bytes: number): void {
    if (frame.type === 'ping') {
      this.pings.answer(() => this.send(pong(frame.data)));
      return this.checkAgent();
    }
    if (frame.type !== 'log') return;
    const { log } = frame.data;
    const token = readIdentity(log);
    if (token !== undefined) return this.onIdentity(token);
    if (this.state.name === 'admitted') return this.storeLog(log, bytes);
    if (this.state.name !== 'identifying' || this.state.earlyLines.length >= maxEarlyLines) return;
    this.state.earlyLines.push(log);
  }

  private async identify(state: Extract<State, { name: 'identifying' }>): Promise<void> {
    const phone = await findPhone(this.context, this.origin.key);
    if (!phone) state.newToken = newSecret('hmd');
    this.send(createHello());
    this.run('drover-phone', identityScript(state.newToken));
  }

  /** Admits a phone that reported its token. Later reports change nothing. */
  private onIdentity(token: string): void {
    const { state } = this;
    if (state.name !== 'identifying' || state.isChecked) return;
    state.isChecked = true;
    this.admission = this.admit(state, token).catch(this.reject);
  }

  private async admit(
    { hello, newToken, earlyLines }: Extract<State, { name: 'identifying' }>,
    token: string,
  ): Promise<void> {
    const { context, origin } = this;
    const isNew = newToken !== undefined && token === newToken;
    const phone = isNew
      ? await enrolPhone(context, { key: origin.key, token }, hello)
      : await findPhone(context, origin.key);
    if (!phone || phone.tokenHash !== hashSecret(token)) throw new ApiError('invalidEnrolmentKey');
    this.endEarlyLimits(phone.accountId);
    this.state = { name: 'admitted', hello, token };
    await this.startAgent(phone, this.state);
    for (const line of earlyLines) this.storeLog(line, line.length);
  }

  /** Sends the agent if it does not run. Until it has started for the first time, the phone works without it. */
  private async startAgent(
    { deviceId, name, hasAgent, isOnline }: EnrolledPhone,
    { hello, token }: Extract<State, { name: 'admitted' }>,
  ): Promise<void> {
    const { context, host, socket } = this;
    const { server } = this.origin;
    this.admittedAt = Date.now();
    if (hasAgent && isOnline) return;
    const credential = hasAgent ? {} : { credential: { token, deviceId, name } };
    this.run('drover-agent', agentScript({ server, ...credential }));
    if (hasAgent || socket.readyState !== socket.OPEN) return;
    this.stock = await openStockPhone(context, { host, socket: this }, { deviceId, token, hello });
  }

  private run(id: string, script: string): void {
    this.send(command({ command: 'run', id, name: `${id}.js`, script }));
  }

  private readonly reject = (error: unknown): void => {
    if (error instanceof ApiError) return this.close(CLOSE_CODES.badCredential, error.message);
    this.context.log.warn({ err: error }, 'could not admit a phone');
    this.close(1013, 'try again');
  };

  private storeLog(log: string, bytes: number): void {
    this.pendingFrames += 1;
    if (this.pendingFrames > maxPendingFrames) this.reading.pause('pending');
    this.host.backpressure.hold(bytes, this.reading);
    const stored = this.admission?.then(() => this.stock?.onMessage(log));
    void stored?.finally(() => {
      this.pendingFrames -= 1;
      this.host.backpressure.release(bytes);
      if (this.pendingFrames === 0) this.reading.resume('pending');
    });
  }

  /** Sends the agent again if it has ended, so that no one has to touch the phone. */
  private checkAgent(): void {
    const { state } = this;
    if (this.stock || state.name !== 'admitted' || Date.now() - this.admittedAt < agentCheckMs) return;
    this.admittedAt = Date.now();
    this.admission = findPhone(this.context, this.origin.key)
      .then((phone) => {
        if (!phone) throw new ApiError('invalidEnrolmentKey');
        return this.startAgent(phone, state);
      })
      .catch(this.reject);
  }

  private onClose(): void {
    this.endEarlyLimits();
    clearTimeout(this.inactivityTimer);
    clearInterval(this.heartbeat);
    void this.admission?.then(() => this.stock?.onDisconnected());
  }
}
