import {
  LINK_PATH,
  ServerFrame,
  type DeviceFrame,
  type Finished,
  type Hello,
  type RunOrder,
} from '@drover/contract';
import { EventEmitter, once } from 'node:events';
import { WebSocket } from 'ws';
import { hashSecret, newSecret } from '../auth/credentials';
import { newId } from '../database/ids';
import { waitTimeoutMs } from './eventually';
import type { TestAccount, TestServer } from './test-server';

/** A registered device. */
export interface TestDevice {
  _id: string;
  name: string;
  token: string;
  /** Opens a link and waits for its welcome. */
  connect: (hello?: Partial<Hello>) => Promise<TestLink>;
}

interface DeviceLabels {
  name: string;
  brand: string;
  model: string;
  platform: string;
  appVersion: string;
  tags: string[];
}

/** Registers a device with an account. */
export async function createDevice(
  { context, url }: TestServer,
  { accountId }: TestAccount,
  labels: Partial<DeviceLabels> = {},
): Promise<TestDevice> {
  const token = newSecret('hmd');
  const data = {
    name: 'Device',
    brand: '',
    model: '',
    platform: '',
    appVersion: '2.0.0',
    tags: [],
    ...labels,
  };
  const { id, name } = await context.prisma.device.create({
    data: {
      id: newId(),
      accountId,
      tokenHash: hashSecret(token),
      tagKeys: data.tags.map((tag) => tag.toLowerCase()),
      ...data,
    },
  });
  return { _id: id, name, token, connect: (hello) => TestLink.open(url, token, hello) };
}

/** A socket that stores frames until a spec reads them, so that no spec has to sleep. */
export class TestLink {
  private readonly arrivals = new EventEmitter();
  private readonly frames: ServerFrame[] = [];
  private n = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => {
      this.frames.push(ServerFrame.parse(JSON.parse(data.toString())));
      this.arrivals.emit('frame');
    });
    socket.on('close', (code) => {
      this.closeCode = code;
      this.arrivals.emit('frame');
    });
    socket.on('error', () => undefined);
  }

  static async open(url: string, token: string, hello: Partial<Hello> = {}): Promise<TestLink> {
    const socket = new WebSocket(url.replace(/^http/, 'ws') + LINK_PATH, {
      headers: { Authorization: `token ${token}` },
    });
    const link = new TestLink(socket);
    await once(socket, 'open');
    link.sendRaw({ type: 'hello', protocol: 1, now: Date.now(), appVersion: '2.0.0', runs: [], ...hello });
    await link.next('welcome').catch(() => link.closed());
    return link;
  }

  /** Returns the next frame of a type, and keeps frames of other types. */
  async next<Type extends ServerFrame['type']>(type: Type): Promise<Extract<ServerFrame, { type: Type }>> {
    const deadline = AbortSignal.timeout(waitTimeoutMs);
    for (;;) {
      const index = this.frames.findIndex((frame) => frame.type === type);
      if (index >= 0) return this.frames.splice(index, 1)[0] as Extract<ServerFrame, { type: Type }>;
      if (this.socket.readyState === WebSocket.CLOSED)
        throw new Error(`The link ended before a ${type} frame.`);
      await once(this.arrivals, 'frame', { signal: deadline }).catch(() => {
        throw new Error(`No ${type} frame arrived within ${waitTimeoutMs} ms.`);
      });
    }
  }

  /** Frames of a type that have arrived and were not read. */
  arrived(type: ServerFrame['type']): ServerFrame[] {
    return this.frames.filter((frame) => frame.type === type);
  }

  sendRaw(frame: DeviceFrame): void {
    this.sendText(JSON.stringify(frame));
  }

  /** Sends a message that need not be a frame. */
  sendText(text: string): void {
    this.socket.send(text);
  }

  /** Sends a durable frame and waits until the server has stored it. */
  async report(frame: Record<string, unknown> & { type: DeviceFrame['type'] }): Promise<void> {
    this.n += 1;
    const { n = this.n } = frame as { n?: number };
    this.socket.send(JSON.stringify({ ...frame, n }));
    let ack = await this.next('ack');
    while (ack.n < n) ack = await this.next('ack');
  }

  /** Receives the next run and reports that it has started. */
  async start(): Promise<RunOrder> {
    const order = await this.next('run');
    await this.report({ type: 'accepted', runId: order.runId });
    await this.report({ type: 'started', runId: order.runId, at: Date.now() });
    return order;
  }

  async log(runId: string, lines: string[], firstSeq = 1): Promise<void> {
    const at = Date.now();
    const numbered = lines.map((text, index) => ({ seq: firstSeq + index, at, level: 'info', text }));
    await this.report({ type: 'log', runId, lines: numbered });
  }

  async finish(runId: string, result: Partial<Finished> = {}): Promise<void> {
    await this.report({
      type: 'finished',
      runId,
      at: Date.now(),
      state: 'succeeded',
      exitCode: 0,
      ...result,
    });
  }

  /** Waits for the close code of the server. */
  async closed(): Promise<number> {
    if (this.socket.readyState === WebSocket.CLOSED) return this.closeCode;
    await once(this.socket, 'close', { signal: AbortSignal.timeout(waitTimeoutMs) });
    return this.closeCode;
  }

  private closeCode = 0;

  /** Closes the link, and waits until it is closed. */
  async close(): Promise<void> {
    this.socket.terminate();
    if (this.socket.readyState !== WebSocket.CLOSED) await once(this.socket, 'close');
  }
}
