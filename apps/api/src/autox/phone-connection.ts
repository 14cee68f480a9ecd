import { CLOSE_CODES, LINK_LIMITS } from '@drover/contract';
import type { WebSocket } from 'ws';
import { ApiError } from '../http/api-error';
import { isCongested, type LinkHost } from '../link/link';
import type { Service } from '../service';
import { command, greeting, pong, readPhoneFrame, type PhoneFrame, type PhoneHello } from './dialect';
import type { Guesses } from './guesses';
import { agentScript } from './phone-files';
import { admitPhone, type AdmittedPhone } from './phones';
import { openStockPhone, type PhoneSocket, type StockPhone } from './stock-phone';

/** How often it is looked whether a phone's agent is there still. */
const agentLookMs = 60_000;

/** Frames that are being written, beyond which no more are read. */
const maxFramesHeld = 256;

/** Who rang. */
interface Visitor {
  key: string;
  /** Where the phone reaches this service, as it was told by the code that it scanned. */
  server: string;
  guesses: Guesses;
}

/** A phone's app under "connect to computer": greets it, answers its pings, and sends it the full agent. */
export class PhoneConnection implements PhoneSocket {
  private readonly host: LinkHost;
  private readonly socket: WebSocket;
  private hello?: PhoneHello;
  private arriving?: Promise<void>;
  private stock?: StockPhone;
  private lookedAt = 0;
  private framesHeld = 0;
  private readonly helloTimer: NodeJS.Timeout;
  private readonly silence: NodeJS.Timeout;
  private readonly heartbeat: NodeJS.Timeout;

  constructor(
    private readonly service: Service,
    { host, socket }: { host: LinkHost; socket: WebSocket },
    private readonly visitor: Visitor,
  ) {
    this.host = host;
    this.socket = socket;
    const refuse = () => this.close(CLOSE_CODES.helloTimeout, 'no hello');
    this.helloTimer = setTimeout(refuse, LINK_LIMITS.helloTimeoutMs);
    // The phone pings every 10 s by itself, and answers ours: one that is silent for two and a half of them is gone.
    this.silence = setTimeout(() => socket.terminate(), host.heartbeatMs * 2.5);
    this.heartbeat = setInterval(() => socket.ping(), host.heartbeatMs);
    socket.on('error', () => socket.terminate());
    socket.on('pong', () => this.silence.refresh());
    socket.on('close', () => this.closed());
    socket.on('message', (data: Buffer, isBinary) => this.hear(data, isBinary));
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

  private hear(data: Buffer, isBinary: boolean): void {
    this.silence.refresh();
    if (isBinary) return;
    const frame = readPhoneFrame(data);
    if (!frame) return this.close(CLOSE_CODES.badFrame, 'a frame was not understood');
    if (frame.type === 'hello') return this.greet(frame.data);
    if (!this.hello) return this.close(CLOSE_CODES.badFrame, 'the first frame has to be hello');
    this.take(frame, data.length);
  }

  private greet(hello: PhoneHello): void {
    if (this.hello) return;
    this.hello = hello;
    clearTimeout(this.helloTimer);
    this.arriving = this.arrive(hello).catch(this.refuse);
  }

  private async arrive(hello: PhoneHello): Promise<void> {
    const { service, socket, host } = this;
    const phone = await admitPhone(service, this.visitor.key, hello);
    if (this.lookedAt === 0) this.send(greeting());
    this.lookedAt = Date.now();
    if (phone.hasAgent && phone.isOnline) return;
    this.sendAgent(phone);
    if (phone.hasAgent || !phone.token || socket.readyState !== socket.OPEN) return;
    const admitted = { phone: { ...phone, token: phone.token }, hello };
    this.stock = await openStockPhone(service, { host, socket: this }, admitted);
  }

  private sendAgent({ deviceId, name, token }: AdmittedPhone): void {
    const { server } = this.visitor;
    const script = agentScript({ server, ...(token && { credential: { token, deviceId, name } }) });
    this.send(command({ command: 'run', id: 'drover-agent', name: 'drover-agent.js', script }));
  }

  private readonly refuse = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError)) {
      this.service.log.warn({ err: error }, 'a phone was not let in');
      return this.close(1013, 'try again');
    }
    if (error.error === 'invalidEnrolmentKey') await this.visitor.guesses.count();
    this.close(CLOSE_CODES.badCredential, error.message);
  };

  private take(frame: PhoneFrame, bytes: number): void {
    if (frame.type === 'ping') {
      this.send(pong(frame.data));
      return this.lookForAgent();
    }
    if (frame.type !== 'log') return;
    this.framesHeld += 1;
    if (this.framesHeld > maxFramesHeld) this.socket.pause();
    this.host.pressure.hold(bytes, this.socket);
    void this.write(frame.data.log).finally(() => {
      this.framesHeld -= 1;
      this.host.pressure.release(bytes);
      if (this.framesHeld === 0) this.socket.resume();
    });
  }

  private async write(log: string): Promise<void> {
    await this.arriving;
    await this.stock?.hear(log);
  }

  /** An agent that ended is sent again: the phone needs no hand laid on it. */
  private lookForAgent(): void {
    if (this.stock || !this.hello || Date.now() - this.lookedAt < agentLookMs) return;
    this.arriving = this.arrive(this.hello).catch(this.refuse);
  }

  private closed(): void {
    clearTimeout(this.helloTimer);
    clearTimeout(this.silence);
    clearInterval(this.heartbeat);
    void this.arriving?.then(() => this.stock?.leave());
  }
}
