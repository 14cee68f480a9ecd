import { CLOSE_CODES, LINK_LIMITS } from '@drover/contract';
import type { WebSocket } from 'ws';
import { ApiError } from '../errors/api-error';
import { isCongested, type LinkHost } from '../device-socket/device-socket';
import type { AppContext } from '../context/app-context';
import { command, createHello, pong, readPhoneFrame, type PhoneFrame, type PhoneHello } from './dialect';
import type { CredentialFailures } from './credential-failures';
import { agentScript } from './phone-files';
import { admitPhone, type AdmittedPhone } from './phones';
import { openStockPhone, type PhoneSocket, type StockPhone } from './stock-phone';

/** How often the server checks that a phone's agent still runs. */
const agentCheckMs = 60_000;

/** The server stops reading while more frames than this are being stored. */
const maxPendingFrames = 256;

/** Where a connection came from. */
interface Origin {
  key: string;
  /** URL of the server as the phone reaches it, from the QR code that it scanned. */
  server: string;
  failures: CredentialFailures;
}

/** The connection of a stock app ("Connect to computer"). Answers its pings and sends it the agent. */
export class PhoneConnection implements PhoneSocket {
  private readonly host: LinkHost;
  private readonly socket: WebSocket;
  private hello?: PhoneHello;
  private admission?: Promise<void>;
  private stock?: StockPhone;
  private admittedAt = 0;
  private pendingFrames = 0;
  private readonly helloTimer: NodeJS.Timeout;
  private readonly inactivityTimer: NodeJS.Timeout;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(
    private readonly context: AppContext,
    { host, socket }: { host: LinkHost; socket: WebSocket },
    private readonly origin: Origin,
  ) {
    this.host = host;
    this.socket = socket;
    const closeWithoutHello = () => this.close(CLOSE_CODES.helloTimeout, 'no hello');
    this.helloTimer = setTimeout(closeWithoutHello, LINK_LIMITS.helloTimeoutMs);
    // The phone pings every 10 s and answers the server's pings, so it is disconnected after two and a half intervals without a frame.
    this.inactivityTimer = setTimeout(() => socket.terminate(), host.heartbeatMs * 2.5);
    this.heartbeat = setInterval(() => socket.ping(), host.heartbeatMs);
    socket.on('error', () => socket.terminate());
    socket.on('pong', () => this.inactivityTimer.refresh());
    socket.on('close', () => this.onClose());
    socket.on('message', (data: Buffer, isBinary) => this.onMessage(data, isBinary));
  }

  send(frame: object): void {
    this.socket.send(JSON.stringify(frame));
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  isCongested(): boolean {
    return isCongested(this.socket);
  }

  onReplaced(): void {
    this.stock = undefined;
  }

  private onMessage(data: Buffer, isBinary: boolean): void {
    this.inactivityTimer.refresh();
    if (isBinary) return;
    const frame = readPhoneFrame(data);
    if (!frame) return this.close(CLOSE_CODES.badFrame, 'invalid frame');
    if (frame.type === 'hello') return this.onHello(frame.data);
    if (!this.hello) return this.close(CLOSE_CODES.badFrame, 'the first frame must be hello');
    this.onFrame(frame, data.length);
  }

  private onHello(hello: PhoneHello): void {
    if (this.hello) return;
    this.hello = hello;
    clearTimeout(this.helloTimer);
    this.admission = this.admit(hello).catch(this.reject);
  }

  private async admit(hello: PhoneHello): Promise<void> {
    const { context, socket, host } = this;
    const phone = await admitPhone(context, this.origin.key, hello);
    if (this.admittedAt === 0) this.send(createHello());
    this.admittedAt = Date.now();
    if (phone.hasAgent && phone.isOnline) return;
    this.sendAgent(phone);
    if (phone.hasAgent || !phone.token || socket.readyState !== socket.OPEN) return;
    const admitted = { phone: { ...phone, token: phone.token }, hello };
    this.stock = await openStockPhone(context, { host, socket: this }, admitted);
  }

  private sendAgent({ deviceId, name, token }: AdmittedPhone): void {
    const { server } = this.origin;
    const script = agentScript({ server, ...(token && { credential: { token, deviceId, name } }) });
    this.send(command({ command: 'run', id: 'drover-agent', name: 'drover-agent.js', script }));
  }

  private readonly reject = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError)) {
      this.context.log.warn({ err: error }, 'could not admit a phone');
      return this.close(1013, 'try again');
    }
    if (error.error === 'invalidEnrolmentKey') await this.origin.failures.increment();
    this.close(CLOSE_CODES.badCredential, error.message);
  };

  private onFrame(frame: PhoneFrame, bytes: number): void {
    if (frame.type === 'ping') {
      this.send(pong(frame.data));
      return this.checkAgent();
    }
    if (frame.type !== 'log') return;
    this.pendingFrames += 1;
    if (this.pendingFrames > maxPendingFrames) this.socket.pause();
    this.host.backpressure.hold(bytes, this.socket);
    void this.storeLog(frame.data.log).finally(() => {
      this.pendingFrames -= 1;
      this.host.backpressure.release(bytes);
      if (this.pendingFrames === 0) this.socket.resume();
    });
  }

  private async storeLog(log: string): Promise<void> {
    await this.admission;
    await this.stock?.onMessage(log);
  }

  /** Sends the agent again if it has ended, so that no one has to touch the phone. */
  private checkAgent(): void {
    if (this.stock || !this.hello || Date.now() - this.admittedAt < agentCheckMs) return;
    this.admission = this.admit(this.hello).catch(this.reject);
  }

  private onClose(): void {
    clearTimeout(this.helloTimer);
    clearTimeout(this.inactivityTimer);
    clearInterval(this.heartbeat);
    void this.admission?.then(() => this.stock?.onDisconnected());
  }
}
